//! (under construction)
use crate::bus::Bus;
/// placeholder
pub struct Cache;
impl Cache {
    /// placeholder
    pub async fn new(_bus: &Bus) -> Self {
        Self
    }
}
