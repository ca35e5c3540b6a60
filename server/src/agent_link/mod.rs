//! (under construction)
use crate::bus::Bus;
/// placeholder
pub struct AgentLink;
impl AgentLink {
    /// placeholder
    pub fn new(_bus: Bus) -> Self {
        Self
    }
}
