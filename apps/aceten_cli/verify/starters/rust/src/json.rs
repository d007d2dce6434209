//! Reads and writes JSON. A number is kept as it is written, so that none is too large.

#![allow(dead_code)]

use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Truth(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

const DEEPEST: usize = 100;

impl Json {
    /// An object with these fields.
    pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
        Json::Object(fields.map(|(name, value)| (name.to_string(), value)).into())
    }

    /// The value that a text is.
    pub fn read(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        match reader.next() {
            None => Ok(value),
            Some(_) => reader.wrong("nothing more"),
        }
    }

    /// A field of an object, where it has it.
    pub fn find(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, value)| key == name && *value != Json::Null),
            _ => None,
        }
        .map(|(_, value)| value)
    }

    /// A field of an object that has to be there.
    pub fn get(&self, name: &str) -> Result<&Json, String> {
        self.find(name).ok_or_else(|| format!("{name} is left out or null"))
    }

    pub fn text(&self) -> Result<&str, String> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err(format!("expected a string, not {self}")),
        }
    }

    /// A number of any kind that it fits into: `let seed: u64 = request.get("seed")?.number()?`.
    pub fn number<N: std::str::FromStr>(&self) -> Result<N, String> {
        match self {
            Json::Number(digits) => digits.parse().map_err(|_| format!("{digits} is out of range")),
            _ => Err(format!("expected a number, not {self}")),
        }
    }

    pub fn list(&self) -> Result<&[Json], String> {
        match self {
            Json::List(values) => Ok(values),
            _ => Err(format!("expected a list, not {self}")),
        }
    }

    pub fn texts(&self) -> Result<Vec<&str>, String> {
        self.list()?.iter().map(Json::text).collect()
    }

    pub fn numbers<N: std::str::FromStr>(&self) -> Result<Vec<N>, String> {
        self.list()?.iter().map(Json::number).collect()
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_string())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl From<bool> for Json {
    fn from(truth: bool) -> Json {
        Json::Truth(truth)
    }
}

macro_rules! from_numbers {
    ($($kind:ty)*) => {$(
        impl From<$kind> for Json {
            fn from(number: $kind) -> Json {
                Json::Number(number.to_string())
            }
        }
    )*};
}
from_numbers!(i32 i64 u8 u32 u64 usize);

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(values: Vec<T>) -> Json {
        Json::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

/// The text of a value, in one line.
impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Truth(truth) => write!(out, "{truth}"),
            Json::Number(digits) => out.write_str(digits),
            Json::Text(text) => quote(text, out),
            Json::List(values) => {
                out.write_str("[")?;
                for (place, value) in values.iter().enumerate() {
                    write!(out, "{}{value}", if place > 0 { "," } else { "" })?;
                }
                out.write_str("]")
            }
            Json::Object(fields) => {
                out.write_str("{")?;
                for (place, (name, value)) in fields.iter().enumerate() {
                    out.write_str(if place > 0 { "," } else { "" })?;
                    quote(name, out)?;
                    write!(out, ":{value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

fn quote(text: &str, out: &mut fmt::Formatter) -> fmt::Result {
    out.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", letter as u32)?,
            _ => write!(out, "{letter}")?,
        }
    }
    out.write_str("\"")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return self.wrong("at most 100 brackets within each other");
        }
        match self.next() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"') => self.string().map(Json::Text),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|letter: char| " \t\r\n,]}".contains(letter)).unwrap_or(rest.len())];
        let digits = word.strip_prefix('-').unwrap_or(word);
        let value = match word {
            "null" => Json::Null,
            "true" => Json::Truth(true),
            "false" => Json::Truth(false),
            _ if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => Json::Number(word.to_string()),
            _ => return self.wrong("a value"),
        };
        self.at += word.len();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut fields = Vec::new();
        self.at += 1;
        while !self.taken('}') {
            if !fields.is_empty() {
                self.take(',')?;
            }
            let name = self.string()?;
            self.take(':')?;
            fields.push((name, self.value(depth + 1)?));
        }
        Ok(Json::Object(fields))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut values = Vec::new();
        self.at += 1;
        while !self.taken(']') {
            if !values.is_empty() {
                self.take(',')?;
            }
            values.push(self.value(depth + 1)?);
        }
        Ok(Json::List(values))
    }

    fn string(&mut self) -> Result<String, String> {
        self.take('"')?;
        let mut out = String::new();
        loop {
            match self.letter()? {
                '"' => return Ok(out),
                '\\' => out.push(self.escaped()?),
                letter => out.push(letter),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        Ok(match self.letter()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let mut units = vec![self.hexadecimal()?];
                if (0xd800..0xdc00).contains(&units[0]) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    units.push(self.hexadecimal()?);
                }
                match char::decode_utf16(units).next() {
                    Some(Ok(letter)) => letter,
                    _ => return self.wrong("a letter of Unicode"),
                }
            }
            letter @ ('"' | '\\' | '/') => letter,
            _ => return self.wrong("an escape of JSON"),
        })
    }

    fn hexadecimal(&mut self) -> Result<u16, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        match u16::from_str_radix(digits, 16) {
            Ok(code) => {
                self.at += 4;
                Ok(code)
            }
            Err(_) => self.wrong("four hexadecimal digits"),
        }
    }

    fn letter(&mut self) -> Result<char, String> {
        match self.text[self.at..].chars().next() {
            Some(letter) => {
                self.at += letter.len_utf8();
                Ok(letter)
            }
            None => self.wrong("the end of a string"),
        }
    }

    fn next(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t', '\r', '\n']);
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn taken(&mut self, expected: char) -> bool {
        let there = self.next() == Some(expected);
        self.at += if there { expected.len_utf8() } else { 0 };
        there
    }

    fn take(&mut self, expected: char) -> Result<(), String> {
        if self.taken(expected) {
            Ok(())
        } else {
            self.wrong(&format!("'{expected}'"))
        }
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        Err(format!("no JSON: expected {expected} at place {}", self.at))
    }
}
