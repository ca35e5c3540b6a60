//! Waiting until a session says or prints something.

use serde_json::{Value, json};
use tokio::time::timeout;

use super::{Closing, RemoteViewer};
use crate::waiting::PATIENCE;

impl RemoteViewer {
    /// Waits for a message of this type.
    pub async fn wait_for(&mut self, wanted: &str) -> Value {
        let what = format!("a message {wanted:?}");
        self.until(&what, |message| message["type"] == wanted).await
    }

    /// Becomes the one who types, unless it is already.
    pub async fn drive(&mut self) {
        if self.started["driver"] == true {
            return;
        }
        self.say(&json!({ "type": "take_over" })).await;
        self.until("it drives", |message| {
            let viewers = message["viewers"].as_array();
            let own = |viewer: &Value| viewer["you"] == true && viewer["driver"] == true;
            viewers.is_some_and(|viewers| viewers.iter().any(own))
        })
        .await;
    }

    async fn until(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let hearing = async {
            loop {
                match self.hear().await {
                    Ok(Some(message)) if is_wanted(&message) => return message,
                    Ok(_) => {}
                    Err(closing) => panic!("{what} did not come: {closing:?}"),
                }
            }
        };
        let heard = timeout(PATIENCE, hearing).await;
        heard.unwrap_or_else(|_| panic!("waited {PATIENCE:?} in vain: {what}"))
    }

    /// Waits until the shell has printed this since the last snapshot.
    pub async fn read_until(&mut self, wanted: &str) {
        let reading = async {
            let mut searched = 0;
            while !holds(&self.output[searched..], wanted) {
                searched = self.output.len().saturating_sub(wanted.len());
                self.hear().await?;
                // A snapshot begins it again.
                searched = searched.min(self.output.len());
            }
            Ok::<(), Closing>(())
        };
        let read = timeout(PATIENCE, reading).await;
        assert_eq!(read, Ok(Ok(())), "{wanted:?} did not come: {}", self.text());
    }

    /// Waits for the end, and returns what it was told about it.
    pub async fn end(&mut self) -> Closing {
        let hearing = async {
            loop {
                match self.hear().await {
                    Ok(Some(message)) if message["type"] == "ended" => {
                        return Closing::of(&message);
                    }
                    Ok(_) => {}
                    Err(closing) => return closing,
                }
            }
        };
        timeout(PATIENCE, hearing).await.expect("it ends in time")
    }

    /// Everything that was printed since the last snapshot.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}
