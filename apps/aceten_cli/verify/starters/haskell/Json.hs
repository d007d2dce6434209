-- | Reads and writes JSON. Whole numbers are read, as there are no others here.
module Json (Json (..), find, get, text, number, items, texts, readJson, writeJson) where

import Data.Bifunctor (first)
import Data.Char (chr, isDigit, isHexDigit, ord)
import Data.List (intercalate)
import Data.Maybe (fromMaybe)
import Numeric (readHex, showHex)

data Json = Null | Truth Bool | Number Integer | Text String | List [Json] | Object [(String, Json)]
  deriving (Eq, Show)

-- | A field of an object, where it has it.
find :: String -> Json -> Maybe Json
find name (Object fields) = case lookup name fields of
  Just Null -> Nothing
  found -> found
find _ _ = Nothing

-- | A field of an object that has to be there. What is not as expected is an error here and below.
get :: String -> Json -> Json
get name = fromMaybe (errorWithoutStackTrace (name ++ " is left out or null")) . find name

text :: Json -> String
text (Text said) = said
text other = unexpected "a string" other

number :: Num n => Json -> n
number (Number said) = fromInteger said
number other = unexpected "a number" other

items :: Json -> [Json]
items (List said) = said
items other = unexpected "a list" other

texts :: Json -> [String]
texts = map text . items

unexpected :: String -> Json -> a
unexpected what other = errorWithoutStackTrace ("expected " ++ what ++ ", not " ++ writeJson other)

-- | The text of a value, in one line.
writeJson :: Json -> String
writeJson json = case json of
  Null -> "null"
  Truth True -> "true"
  Truth False -> "false"
  Number said -> show said
  Text said -> quoted said
  List values -> "[" ++ intercalate "," (map writeJson values) ++ "]"
  Object fields -> "{" ++ intercalate "," [quoted name ++ ":" ++ writeJson held | (name, held) <- fields] ++ "}"

quoted :: String -> String
quoted said = "\"" ++ concatMap letter said ++ "\""
  where
    letter c
      | c `elem` "\"\\" = ['\\', c]
      | c >= ' ' && c <= '~' = [c]
      | ord c < 0x10000 = unit (ord c)
      | otherwise = let (high, low) = (ord c - 0x10000) `divMod` 0x400 in unit (0xD800 + high) ++ unit (0xDC00 + low)
    unit code = let digits = showHex code "" in "\\u" ++ replicate (4 - length digits) '0' ++ digits

-- | The value that a text is, or what is the matter with it.
readJson :: String -> Either String Json
readJson input = do
  (read', rest) <- value 0 input
  case blanks rest of
    "" -> Right read'
    more -> expected "nothing more" more

type Reader a = String -> Either String (a, String)

value :: Int -> Reader Json
value depth input
  | depth > 100 = expected "at most 100 brackets within each other" input
  | otherwise = case blanks input of
      '{' : rest -> first Object <$> several '}' (field depth) rest
      '[' : rest -> first List <$> several ']' (value (depth + 1)) rest
      '"' : rest -> first Text <$> string rest
      rest -> word rest

several :: Char -> Reader a -> Reader [a]
several close item input = case blanks input of
  c : rest | c == close -> Right ([], rest)
  _ -> do
    (one, rest) <- item input
    case blanks rest of
      ',' : more -> first (one :) <$> several1 more
      c : more | c == close -> Right ([one], more)
      other -> expected ("',' or '" ++ [close] ++ "'") other
  where
    several1 more = case blanks more of
      c : _ | c == close -> expected "a value" more
      _ -> several close item more

field :: Int -> Reader (String, Json)
field depth input = case blanks input of
  '"' : rest -> do
    (name, after) <- string rest
    case blanks after of
      ':' : more -> first ((,) name) <$> value (depth + 1) more
      other -> expected "':'" other
  other -> expected "a name" other

word :: Reader Json
word input = case span (`notElem` " \t\r\n,]}") input of
  ("null", rest) -> Right (Null, rest)
  ("true", rest) -> Right (Truth True, rest)
  ("false", rest) -> Right (Truth False, rest)
  ('-' : digits, rest) | whole digits -> Right (Number (negate (read digits)), rest)
  (digits, rest) | whole digits -> Right (Number (read digits), rest)
  _ -> expected "a value" input
  where
    whole digits = not (null digits) && all isDigit digits

string :: Reader String
string input = case input of
  '"' : rest -> Right ("", rest)
  '\\' : 'u' : rest -> do
    (code, more) <- hexadecimal rest
    (letter, after) <- unicode code more
    first (letter :) <$> string after
  '\\' : c : rest | Just letter <- lookup c escapes -> first (letter :) <$> string rest
  '\\' : _ -> expected "an escape of JSON" input
  c : rest -> first (c :) <$> string rest
  "" -> expected "the end of a string" input
  where
    escapes = zip "\"\\/bfnrt" "\"\\/\b\f\n\r\t"

unicode :: Int -> Reader Char
unicode code input
  | code < 0xD800 || code >= 0xE000 = Right (chr code, input)
  | code < 0xDC00, '\\' : 'u' : rest <- input = do
      (low, more) <- hexadecimal rest
      if low >= 0xDC00 && low < 0xE000
        then Right (chr (0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00), more)
        else expected "the second half of a letter" input
  | otherwise = expected "a letter of Unicode" input

hexadecimal :: Reader Int
hexadecimal input
  | length digits == 4 && all isHexDigit digits = Right (fst (head (readHex digits)), rest)
  | otherwise = expected "four hexadecimal digits" input
  where
    (digits, rest) = splitAt 4 input

blanks :: String -> String
blanks = dropWhile (`elem` " \t\r\n")

expected :: String -> String -> Either String a
expected what input = Left ("no JSON: expected " ++ what ++ " at " ++ show (take 20 input))
