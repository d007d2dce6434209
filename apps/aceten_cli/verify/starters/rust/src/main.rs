//! Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.

#![allow(unused_variables)] // until every level is filled in

mod json;

use json::Json;
use std::io::{BufRead, Write};

// What your program plays, and under which name. Of a game there is
// @fields hello
const HELLO: &str = r#"{
  "protocol": 1,
  "program": "my-program",
  "version": "",
  "games": [
    {
      "game": "zsiros",
      "players": [2, 4],
      "levels": ["trick"],
      "options": {}
    }
  ]
}"#;

/// What belongs in a reply, all but the id; or what went wrong, in words.
type Answer = Result<Json, String>;

// The levels: each function takes a request and returns what belongs in the reply, such as Ok(Json::object([("winner",
// 2.into())])). What your program does not know it answers with skip("why"); a panic becomes an error, where it does not
// abort. request.get("game")?.text()?, request.get("players")?.number::<usize>()?, request.get("cards")?.texts()? and the
// like read fields; request.find("trump") is None where one is left out or null, and then get is an error. Print with
// eprintln! alone. Every request has
// @fields request

fn trick(request: &Json) -> Answer {
    // @fields trick
    skip("trick is not filled in")
}

fn score(request: &Json) -> Answer {
    // @fields score
    skip("score is not filled in")
}

fn deal(request: &Json) -> Answer {
    // @fields deal
    skip("deal is not filled in")
}

fn position(request: &Json) -> Answer {
    // @fields position
    skip("position is not filled in")
}

fn match_(request: &Json) -> Answer {
    // @fields match
    skip("match is not filled in")
}

fn view(request: &Json) -> Answer {
    // @fields view
    skip("view is not filled in")
}

fn shuffle(request: &Json) -> Answer {
    // @fields shuffle
    skip("shuffle is not filled in")
}

fn perft(request: &Json) -> Answer {
    // @fields perft
    skip("perft is not filled in")
}

// From here on all is done.

/// What is replied where the program does not do what it is asked.
fn skip(reason: &str) -> Answer {
    Ok(Json::object([("skip", reason.into())]))
}

/// What belongs in the reply to a request, all but the id.
fn said(request: &Json) -> Answer {
    match request.get("command")?.text()? {
        "hello" => Json::read(HELLO),
        "trick" => trick(request),
        "score" => score(request),
        "deal" => deal(request),
        "position" => position(request),
        "match" => match_(request),
        "view" => view(request),
        "shuffle" => shuffle(request),
        "perft" => perft(request),
        other => skip(&format!("no {other} here")),
    }
}

/// The reply to a line.
fn answer(line: &[u8]) -> Json {
    let request = std::str::from_utf8(line).map_err(|error| error.to_string()).and_then(Json::read);
    let id = request.as_ref().ok().and_then(|request| request.find("id")?.number::<u64>().ok()).unwrap_or(0);
    let panicked = || Err("a panic; what it says is on standard error".to_string());
    let reply = std::panic::catch_unwind(|| said(&request?)).unwrap_or_else(|_| panicked());
    match reply {
        Ok(Json::Object(mut fields)) => {
            fields.push(("id".to_string(), id.into()));
            Json::Object(fields)
        }
        Ok(other) => Json::object([("id", id.into()), ("error", format!("no reply: {other}").into())]),
        Err(error) => Json::object([("id", id.into()), ("error", error.into())]),
    }
}

fn main() -> std::io::Result<()> {
    let mut replies = std::io::stdout();
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        if !line.iter().all(u8::is_ascii_whitespace) {
            writeln!(replies, "{}", answer(&line))?;
            replies.flush()?;
        }
    }
    Ok(())
}
