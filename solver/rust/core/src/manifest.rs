//! What rules and questions consist of, field by field: the table that whoever asks writes by, too.

use std::sync::LazyLock;

/// The table as it is written; its head says how it is read.
pub const TEXT: &str = include_str!("../../../aceten_solver/native/manifest.txt");

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| read(TEXT));

/// How many numbers a field has.
#[derive(Debug, PartialEq, Eq)]
pub enum Times {
    /// So many.
    Fixed(usize),
    /// As many as the field at a place says.
    As(usize),
    /// A list that begins with its length.
    List,
    /// Lists, after their number.
    Lists,
    /// Rows of these fields, after their number.
    Rows(Form),
}

/// A field.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// How many numbers it has.
    pub times: Times,
    /// The words that a number stands for; none: it is a number or a flag.
    pub words: Vec<&'static str>,
}

/// The form of a list of numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// What is written in it.
    pub title: &'static str,
    /// Its fields, in the order of their numbers.
    pub fields: Vec<Field>,
}

/// Return the form with a title.
///
/// # Panics
/// When the table has none: that is a fault of the core.
#[must_use]
pub fn form(title: &str) -> &'static Form {
    FORMS.iter().find(|form| form.title == title).expect("the manifest has every form that is asked for")
}

fn read(text: &'static str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix('[') {
            forms.push(Form { title: title.trim_end_matches(']'), fields: Vec::new() });
        } else if let Some(form) = forms.last_mut() {
            let field = field(line.trim_start(), &form.fields);
            match form.fields.last_mut() {
                Some(Field { times: Times::Rows(columns), .. }) if line.starts_with(' ') => columns.fields.push(field),
                _ => form.fields.push(field),
            }
        }
    }
    forms
}

/// Read a line; some fields come before it.
fn field(line: &'static str, before: &[Field]) -> Field {
    let (start, rest) = line.split_once(' ').unwrap_or((line, ""));
    let kind = rest.trim_start().split("  ").next().unwrap_or_default();
    let words = ["one of: ", "some of: "].iter().find_map(|of| kind.strip_prefix(of)).unwrap_or_default();
    let (name, times) = start.split_at(start.find(['[', '*', '{']).unwrap_or(start.len()));
    let times = match times.trim_matches(['[', ']']) {
        "" => Times::Fixed(1),
        "*" => Times::List,
        "**" => Times::Lists,
        "{}" => Times::Rows(Form { title: name, fields: Vec::new() }),
        many => {
            let other = || before.iter().position(|field| field.name == many).map(Times::As);
            many.parse().ok().map(Times::Fixed).or_else(other).unwrap_or(Times::List)
        }
    };
    Field { name, times, words: words.split_whitespace().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(name: &'static str, times: Times) -> Field {
        Field { name, times, words: Vec::new() }
    }

    #[test]
    fn every_kind_of_field_is_read() {
        let forms = read(
            "# nothing\n[one]\na  number  b\nb[2]  flag\nc[a]  number\nd*  number\ne**  number\nf{}  rows  r\n    g  one of: x y  z\nh  flag\n",
        );
        let columns = vec![Field { name: "g", times: Times::Fixed(1), words: vec!["x", "y"] }];
        let fields = vec![
            plain("a", Times::Fixed(1)),
            plain("b", Times::Fixed(2)),
            plain("c", Times::As(0)),
            plain("d", Times::List),
            plain("e", Times::Lists),
            plain("f", Times::Rows(Form { title: "f", fields: columns })),
            plain("h", Times::Fixed(1)),
        ];
        assert_eq!(forms, [Form { title: "one", fields }]);
    }
}
