//! Reading rules and questions: lists of whole numbers, by the names of the manifest. Nothing of them is taken on trust.

use crate::manifest::{Field, Form, Times};
use std::fmt;

/// Why a list of numbers is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field that is wrong, or what the list is called.
    pub field: &'static str,
    /// What is wrong.
    pub problem: &'static str,
}

impl Refusal {
    /// Refuse a field.
    #[must_use]
    pub const fn of(field: &'static str, problem: &'static str) -> Self {
        Self { field, problem }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

/// What a list of numbers says, field by field. Each is to be read, in any order.
#[derive(Debug)]
pub struct Given<'a> {
    form: &'static Form,
    /// The numbers of each field, without the length of a list.
    parts: Vec<&'a [i32]>,
    /// The field after the one that was read last: the next one, most often.
    next: usize,
    /// A bit for each field that was read.
    read: u64,
}

impl<'a> Given<'a> {
    /// Find the fields of a form in a list.
    ///
    /// # Errors
    /// When the list is too short or too long for it.
    pub fn new(form: &'static Form, numbers: &'a [i32]) -> Result<Self, Refusal> {
        let mut parts: Vec<&[i32]> = Vec::with_capacity(form.fields.len());
        let mut rest = numbers;
        for field in &form.fields {
            let part = match &field.times {
                Times::Fixed(count) => take(&mut rest, *count),
                Times::As(other) => size(parts[*other][0]).and_then(|count| take(&mut rest, count)),
                Times::List => take_list(&mut rest, 1),
                Times::Rows(columns) => take_list(&mut rest, columns.fields.len()),
                Times::Lists => take_lists(&mut rest),
            };
            parts.push(part.ok_or(Refusal::of(field.name, "the list ends too early"))?);
        }
        if !rest.is_empty() {
            return Err(Refusal::of(form.title, "the list is too long"));
        }
        Ok(Self { form, parts, next: 0, read: 0 })
    }

    /// Return a field and its numbers.
    fn find(&mut self, name: &'static str) -> Result<(&'static Field, &'a [i32]), Refusal> {
        let fields = &self.form.fields;
        let is_next = fields.get(self.next).is_some_and(|field| field.name == name);
        let found = if is_next { Some(self.next) } else { fields.iter().position(|field| field.name == name) };
        let place = found.ok_or(Refusal::of(name, "the manifest does not have it"))?;
        self.next = place + 1;
        self.read |= 1 << place;
        Ok((&fields[place], self.parts[place]))
    }

    /// Return all numbers of a field, each of which must lie between `low` and `high`, both included, and be one of its type.
    ///
    /// # Errors
    /// When one lies outside.
    pub fn numbers<T: TryFrom<i32>>(
        &mut self,
        name: &'static str,
        (low, high): (i32, i32),
        problem: &'static str,
    ) -> Result<Vec<T>, Refusal> {
        let within = |&number: &i32| if (low..=high).contains(&number) { T::try_from(number).ok() } else { None };
        let (_, numbers) = self.find(name)?;
        numbers.iter().map(|number| within(number).ok_or(Refusal::of(name, problem))).collect()
    }

    /// Return all numbers of a field, of which there are so many.
    ///
    /// # Errors
    /// When one lies outside, or there are more or fewer.
    pub fn array<T: TryFrom<i32>, const COUNT: usize>(
        &mut self,
        name: &'static str,
        bounds: (i32, i32),
        problem: &'static str,
    ) -> Result<[T; COUNT], Refusal> {
        let numbers = self.numbers(name, bounds, problem)?.try_into();
        numbers.map_err(|_| Refusal::of(name, "the manifest has more or fewer numbers of it"))
    }

    /// Return the number of a field, which must lie between `low` and `high`, both included, and be one of its type.
    ///
    /// # Errors
    /// When it lies outside.
    pub fn number<T: TryFrom<i32>>(
        &mut self,
        name: &'static str,
        bounds: (i32, i32),
        problem: &'static str,
    ) -> Result<T, Refusal> {
        let [number] = self.array(name, bounds, problem)?;
        Ok(number)
    }

    /// Return the number of a field, from 0 to `most`.
    ///
    /// # Errors
    /// When it lies outside.
    pub fn count<T: TryFrom<i32>>(
        &mut self,
        name: &'static str,
        most: usize,
        problem: &'static str,
    ) -> Result<T, Refusal> {
        self.number(name, (0, i32::try_from(most).unwrap_or(i32::MAX)), problem)
    }

    /// Return the number of a field, from 0 to below `end`; none if it is -1.
    ///
    /// # Errors
    /// When it lies outside.
    pub fn place<T: TryFrom<i32>>(
        &mut self,
        name: &'static str,
        end: usize,
        problem: &'static str,
    ) -> Result<Option<T>, Refusal> {
        let number: i32 = self.number(name, (-1, i32::try_from(end).map_or(i32::MAX, |end| end - 1)), problem)?;
        Ok(T::try_from(number).ok().filter(|_| number >= 0))
    }

    /// Return the number of a field, which is 0 for no and 1 for yes.
    ///
    /// # Errors
    /// When it is another one.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, Refusal> {
        Ok(self.number::<i32>(name, (0, 1), "expected 0 or 1")? == 1)
    }

    /// Return what each number of a field stands for: things by their words.
    ///
    /// # Errors
    /// When there is no such word.
    pub fn each_of<T: Copy, const COUNT: usize>(
        &mut self,
        name: &'static str,
        things: [(&str, T); COUNT],
    ) -> Result<Vec<T>, Refusal> {
        let (field, numbers) = self.find(name)?;
        let thing = |&number: &i32| {
            let word = size(number).and_then(|place| field.words.get(place))?;
            things.iter().find(|(each, _)| each == word).map(|&(_, thing)| thing)
        };
        numbers.iter().map(|number| thing(number).ok_or(Refusal::of(name, "there is no such thing"))).collect()
    }

    /// Return what the number of a field stands for.
    ///
    /// # Errors
    /// When there is no such word.
    pub fn one_of<T: Copy, const COUNT: usize>(
        &mut self,
        name: &'static str,
        things: [(&str, T); COUNT],
    ) -> Result<T, Refusal> {
        Ok(self.each_of(name, things)?[0])
    }

    /// Return which of some words the number of a field stands for.
    ///
    /// # Errors
    /// When it has a bit without a word, or the words are others.
    pub fn some_of<const COUNT: usize>(
        &mut self,
        name: &'static str,
        words: [&str; COUNT],
    ) -> Result<[bool; COUNT], Refusal> {
        let (field, numbers) = self.find(name)?;
        let bits = size(numbers[0]).filter(|bits| bits >> field.words.len() == 0);
        let bits = bits.ok_or(Refusal::of(name, "there is no such thing"))?;
        let mut found = [false; COUNT];
        for (found, word) in found.iter_mut().zip(words) {
            let bit = field.words.iter().position(|each| *each == word);
            *found = bits >> bit.ok_or(Refusal::of(name, "the manifest has other words"))? & 1 == 1;
        }
        Ok(found)
    }

    /// Return the numbers of a field, whatever they are.
    ///
    /// # Errors
    /// When there is no such field.
    pub fn list(&mut self, name: &'static str) -> Result<&'a [i32], Refusal> {
        Ok(self.find(name)?.1)
    }

    /// Return the lists of a field.
    ///
    /// # Errors
    /// When there is no such field.
    pub fn lists(&mut self, name: &'static str) -> Result<Vec<&'a [i32]>, Refusal> {
        let (_, mut rest) = self.find(name)?;
        Ok(std::iter::from_fn(|| take_list(&mut rest, 1)).collect())
    }

    /// Return the rows of a field.
    ///
    /// # Errors
    /// When it has none.
    pub fn rows(&mut self, name: &'static str) -> Result<Vec<Self>, Refusal> {
        let (field, numbers) = self.find(name)?;
        match &field.times {
            Times::Rows(columns) => {
                numbers.chunks_exact(columns.fields.len()).map(|row| Self::new(columns, row)).collect()
            }
            _ => Err(Refusal::of(name, "the manifest has no rows of it")),
        }
    }

    /// Check that every field was read.
    ///
    /// # Errors
    /// When one was not: the manifest has what the core does not know.
    pub fn end(&self) -> Result<(), Refusal> {
        let unread = (0..).zip(&self.form.fields).find(|&(place, _): &(u32, _)| self.read >> place & 1 == 0);
        unread.map_or(Ok(()), |(_, field)| Err(Refusal::of(field.name, "the core does not read it")))
    }
}

fn size(number: i32) -> Option<usize> {
    usize::try_from(number).ok()
}

fn take<'a>(rest: &mut &'a [i32], count: usize) -> Option<&'a [i32]> {
    let (part, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(part)
}

/// Take a list from the front of some numbers, of which the first one says how many more belong to it.
pub fn first_list<'a>(rest: &mut &'a [i32]) -> Option<&'a [i32]> {
    take_list(rest, 1)
}

/// Take a list of so many times as many numbers as its first one says.
fn take_list<'a>(rest: &mut &'a [i32], width: usize) -> Option<&'a [i32]> {
    let count = size(take(rest, 1)?[0])?;
    take(rest, count.checked_mul(width)?)
}

/// Take as many lists as the first number says.
fn take_lists<'a>(rest: &mut &'a [i32]) -> Option<&'a [i32]> {
    let count = size(take(rest, 1)?[0])?;
    let all = *rest;
    for _ in 0..count {
        take_list(rest, 1)?;
    }
    all.get(..all.len() - rest.len())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::manifest::form;

    /// Return a list of a form in which fields have these numbers, rows and lists without their lengths; all others are 0, or empty.
    pub fn written(title: &str, values: &[(&str, &[i32])]) -> Vec<i32> {
        let form = form(title);
        let value =
            |name: &str| values.iter().find(|(field, _)| *field == name).map_or(&[][..], |&(_, numbers)| numbers);
        assert!(values.iter().all(|(name, _)| form.fields.iter().any(|field| field.name == *name)), "{values:?}");
        let mut list = Vec::new();
        for field in &form.fields {
            let numbers = value(field.name);
            let count = match &field.times {
                Times::Fixed(count) => *count,
                Times::As(other) => value(form.fields[*other].name)[0].cast_unsigned() as usize,
                Times::List => {
                    list.push(i32::try_from(numbers.len()).unwrap());
                    numbers.len()
                }
                Times::Rows(columns) => {
                    list.push(i32::try_from(numbers.len() / columns.fields.len()).unwrap());
                    numbers.len()
                }
                Times::Lists if numbers.is_empty() => 1,
                Times::Lists => numbers.len(),
            };
            list.extend(numbers);
            list.resize(list.len() + count - numbers.len(), 0);
        }
        list
    }

    #[test]
    fn fields_are_read_by_name_and_within_bounds() {
        let list = written("dealing", &[("further", &[5]), ("pack", &[3, -1])]);
        let mut given = Given::new(form("dealing"), &list).unwrap();
        assert_eq!(given.numbers("pack", (-1, 3), ""), Ok(vec![3, -1]));
        assert_eq!(given.some_of("further", ["stop", "spice", "flip"]), Ok([true, false, true]));
        assert_eq!(given.numbers::<i32>("pack", (0, 3), "no such card"), Err(Refusal::of("pack", "no such card")));
        assert_eq!(given.flag("further"), Err(Refusal::of("further", "expected 0 or 1")));
        assert_eq!(given.end(), Err(Refusal::of("batches", "the core does not read it")));
        assert_eq!(given.numbers::<u8>("batches", (0, 0), ""), Ok(vec![]));
        assert_eq!(given.end(), Ok(()));
        assert_eq!(given.flag("talon"), Err(Refusal::of("talon", "the manifest does not have it")));
    }

    #[test]
    fn a_list_has_the_length_of_its_fields() {
        let problem =
            |list: &[i32]| Given::new(form("dealing"), list).map(|_| ()).map_err(|refusal| refusal.to_string());
        assert_eq!(problem(&[0, 1, 5, 0]), Ok(()));
        assert_eq!(problem(&[0, 1, 5]), Err("pack: the list ends too early".into()));
        assert_eq!(problem(&[0, 2, 5]), Err("batches: the list ends too early".into()));
        assert_eq!(problem(&[0, -1, 5]), Err("batches: the list ends too early".into()));
        assert_eq!(problem(&[0, 0, 0, 7]), Err("dealing: the list is too long".into()));
    }
}
