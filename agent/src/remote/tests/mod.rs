//! Remote sessions through their front doors: the agent's side with helpers that are
//! scripts, and the helper's side with a relay and viewers of the test.

mod agent_tests;
mod channels_tests;
mod files_tests;
mod input_tests;
mod permission_tests;
mod receiving_tests;
mod recorded_files_tests;
mod recorded_tests;
mod recording_tests;
mod screen_tests;
mod session_tests;
mod sharing_tests;
mod stage_tests;
mod strict_tests;
mod terminal_tests;
mod transfer_tests;
mod tunnel_tests;
mod viewer_tests;
