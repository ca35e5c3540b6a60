//! What must not be lost when the world around it breaks. The long forms are
//! what `make chaos` runs.

mod bus_away;
mod clock_jump;
mod database_away;
mod full_disk;
mod hostile;
mod long;
mod outage;
mod overload;
mod power_cut;
mod replica_death;
mod stalled_line;
