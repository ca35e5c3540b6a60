// Asks for a credential, fetches the document with it, and shows it. The
// credential stays in this page's memory: it is not stored anywhere.
'use strict'

const form = document.getElementById('credential')
const problem = document.getElementById('problem')
const main = document.getElementById('browser')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  problem.textContent = ''
  const credential = document.getElementById('key').value.trim()
  for (const headers of [{ 'X-API-KEY': credential }, { Authorization: `Token ${credential}` }]) {
    try {
      const answer = await fetch('../?format=json', { headers })
      const body = await answer.json()
      if (answer.ok) {
        show(body, headers)
        return
      }
      problem.textContent = body.detail
    } catch (error) {
      problem.textContent = `The server cannot be reached: ${error.message}`
    }
  }
})

function show(spec, headers) {
  form.remove()
  if (document.body.dataset.browser === 'redoc') {
    window.Redoc.init(spec, {}, main)
    return
  }
  window.SwaggerUIBundle({
    spec,
    domNode: main,
    deepLinking: true,
    validatorUrl: null,
    requestInterceptor: (request) => {
      // Only our own server is given the credential.
      if (new URL(request.url, location.href).origin === location.origin) {
        Object.assign(request.headers, headers)
      }
      return request
    },
  })
}
