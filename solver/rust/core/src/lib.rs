//! Exact search in ace-ten card games: what a position is worth when everybody plays perfectly and knows every card.
//!
//! Nothing here knows a game by name. A game is a list of whole numbers, its rules (`Rules` of a kernel), and so is a question
//! about it. There is a kernel for matching tricks and one for suit tricks; what is asked of a position is the same for both.

#![forbid(unsafe_code)]

mod best_play;
pub mod bounds;
pub mod budget;
pub mod deal;
mod driver;
pub mod manifest;
pub mod many;
pub mod matching;
pub mod reading;
pub mod shortcuts;
pub mod solver;
pub mod suits;
pub mod table;
