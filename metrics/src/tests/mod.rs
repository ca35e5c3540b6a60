//! Blocks through the front door: made, packed, read, merged and thinned.

mod blocks;
mod coding;
mod combining;
mod hostile;
mod hours;
mod made_up;
mod sizes;
mod strategies;
mod thinning;
