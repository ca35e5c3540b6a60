/** The scripts of the fleet's page, fetched together with the first ones. */
import type { HtmlTagDescriptor, Plugin } from "vite";

const PAGE = "/src/agents/FleetPage.tsx";

/**
 * Pages are fetched when they are opened. This one is opened more than all others together, and most often first: the
 * browser is told of its scripts in the document, instead of finding them once the first ones have run.
 */
export function preloadFleet(): Plugin {
  return {
    name: "preload-fleet",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(PAGE));
        if (!page) throw new Error(`${PAGE} is not a script of its own`);
        const wanted = new Set([page.fileName]);
        for (const name of wanted) {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          for (const other of chunk?.imports ?? []) wanted.add(other);
        }
        return [...wanted].filter((name) => !html.includes(name)).map(tag);
      },
    },
  };
}

const tag = (name: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "modulepreload", crossorigin: true, href: `/ui/${name}` },
  injectTo: "head",
});
