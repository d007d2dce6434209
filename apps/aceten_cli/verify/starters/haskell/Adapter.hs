-- Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.
module Main (main) where

import Control.Exception (SomeException, displayException, evaluate, try)
import Control.Monad (unless)
import Data.Char (isSpace)
import GHC.IO.Handle (hDuplicate, hDuplicateTo)
import Json
import System.IO

-- What your program plays, and under which name. Of a game there is
-- @fields hello
hello :: Json
hello =
  Object
    [ ("protocol", Number 1)
    , ("program", Text "my-program")
    , ("version", Text "")
    , ("games", List
        [ Object
            [ ("game", Text "zsiros")
            , ("players", List (map Number [2, 4]))
            , ("levels", List (map Text ["trick"]))
            , ("options", Object [])
            ]
        ])
    ]

-- The levels: each function takes a request and returns what belongs in the reply, all but the id, such as pure (Object
-- [("winner", Number 2)]). What your program does not know it answers with skip "why"; an exception becomes an error. text
-- (get "game" request), number (get "players" request), texts (get "cards" request) and the like read fields; find "trump"
-- request is Nothing where one is left out or null, and then get is an error. Every request has
-- @fields request

trick :: Json -> IO Json
trick request =
  -- @fields trick
  skip "trick is not filled in"

score :: Json -> IO Json
score request =
  -- @fields score
  skip "score is not filled in"

deal :: Json -> IO Json
deal request =
  -- @fields deal
  skip "deal is not filled in"

position :: Json -> IO Json
position request =
  -- @fields position
  skip "position is not filled in"

match :: Json -> IO Json
match request =
  -- @fields match
  skip "match is not filled in"

view :: Json -> IO Json
view request =
  -- @fields view
  skip "view is not filled in"

shuffle :: Json -> IO Json
shuffle request =
  -- @fields shuffle
  skip "shuffle is not filled in"

perft :: Json -> IO Json
perft request =
  -- @fields perft
  skip "perft is not filled in"

-- From here on all is done.

levels :: [(String, Json -> IO Json)]
levels =
  [ ("hello", const (pure hello))
  , ("trick", trick)
  , ("score", score)
  , ("deal", deal)
  , ("position", position)
  , ("match", match)
  , ("view", view)
  , ("shuffle", shuffle)
  , ("perft", perft)
  ]

-- What is replied where the program does not do what it is asked.
skip :: String -> IO Json
skip reason = pure (Object [("skip", Text reason)])

-- The reply to a line.
answer :: String -> IO String
answer line = case readJson line of
  Left problem -> pure (failed (Number 0) problem)
  Right request -> either (broken request) id <$> try (reply request)
  where
    failed number' problem = writeJson (Object [("id", number'), ("error", Text problem)])
    broken request problem = failed (given request) (displayException (problem :: SomeException))
    given request = case find "id" request of
      Just (Number number') -> Number number'
      _ -> Number 0

reply :: Json -> IO String
reply request = do
  let command = text (get "command" request)
  said <- maybe (skip ("no " ++ command ++ " here")) ($ request) (lookup command levels)
  let written = case said of
        Object fields -> writeJson (Object (("id", Number (number (get "id" request))) : fields))
        other -> errorWithoutStackTrace ("no reply: " ++ writeJson other)
  _ <- evaluate (length written)
  pure written

main :: IO ()
main = do
  replies <- hDuplicate stdout
  hDuplicateTo stderr stdout -- what your program prints is no reply
  mkTextEncoding "UTF-8//ROUNDTRIP" >>= hSetEncoding stdin
  loop replies

loop :: Handle -> IO ()
loop replies = do
  end <- isEOF
  unless end $ do
    line <- getLine
    unless (all isSpace line) $ do
      answer line >>= hPutStrLn replies
      hFlush replies
    loop replies
