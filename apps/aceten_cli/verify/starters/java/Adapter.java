import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.
 * Java 17 or newer is needed.
 */
class Adapter {
    // What your program plays, and under which name. Of a game there is
    // @fields hello
    static final String HELLO = """
        {
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
        }""";

    // The levels: each function takes a request and returns what belongs in the reply, all but the id, as Map, List, String,
    // Integer and Boolean; where something is null, a Map that may hold it, such as HashMap. What your program does not know
    // it answers with skip("why"); whatever is thrown becomes an error. request.text("game"), request.number("players"),
    // request.texts("cards") and the like read fields; request.has("trump") is false where one is left out or null. A list
    // that is left out is empty, and one that is null is null. request.object("parts") reads an object. Every request has
    // @fields request

    static Map<String, Object> trick(Request request) {
        // @fields trick
        return skip("trick is not filled in");
    }

    static Map<String, Object> score(Request request) {
        // @fields score
        return skip("score is not filled in");
    }

    static Map<String, Object> deal(Request request) {
        // @fields deal
        return skip("deal is not filled in");
    }

    static Map<String, Object> position(Request request) {
        // @fields position
        return skip("position is not filled in");
    }

    static Map<String, Object> match(Request request) {
        // @fields match
        return skip("match is not filled in");
    }

    static Map<String, Object> view(Request request) {
        // @fields view
        return skip("view is not filled in");
    }

    // All 64 bits of the seed are in request.seed(), for Long.remainderUnsigned and the like.
    static Map<String, Object> shuffle(Request request) {
        // @fields shuffle
        return skip("shuffle is not filled in");
    }

    static Map<String, Object> perft(Request request) {
        // @fields perft
        return skip("perft is not filled in");
    }

    // From here on all is done.

    /** The fields of a request. */
    record Request(Map<?, ?> fields) {
        boolean has(String name) {
            return fields.get(name) != null;
        }

        Object get(String name) {
            if (!has(name)) {
                throw new IllegalArgumentException(name + " is left out or null");
            }
            return fields.get(name);
        }

        String text(String name) {
            return (String) get(name);
        }

        int number(String name) {
            return Math.toIntExact(((Number) get(name)).longValue());
        }

        long seed() {
            return ((Number) get("seed")).longValue();
        }

        Request object(String name) {
            return new Request((Map<?, ?>) get(name));
        }

        List<?> list(String name) {
            return fields.containsKey(name) ? (List<?>) fields.get(name) : List.of();
        }

        List<String> texts(String name) {
            return list(name) == null ? null : list(name).stream().map(String.class::cast).toList();
        }

        List<Integer> numbers(String name) {
            return list(name) == null ? null : list(name).stream().map(number -> ((Number) number).intValue()).toList();
        }
    }

    /** What is replied where the program does not do what it is asked. */
    static Map<String, Object> skip(String reason) {
        return Map.of("skip", reason);
    }

    /** What belongs in the reply to a request, all but the id. */
    static Map<?, ?> said(Request request) {
        return switch (request.text("command")) {
            case "hello" -> (Map<?, ?>) Json.read(HELLO);
            case "trick" -> trick(request);
            case "score" -> score(request);
            case "deal" -> deal(request);
            case "position" -> position(request);
            case "match" -> match(request);
            case "view" -> view(request);
            case "shuffle" -> shuffle(request);
            case "perft" -> perft(request);
            default -> skip("no " + request.text("command") + " here");
        };
    }

    /** The reply to a line. */
    static String answer(String line) {
        Map<Object, Object> reply = new LinkedHashMap<>();
        reply.put("id", 0);
        try {
            if (!(Json.read(line) instanceof Map<?, ?> fields)) {
                throw new IllegalArgumentException("a request is an object");
            }
            Request request = new Request(fields);
            reply.put("id", request.number("id"));
            reply.putAll(said(request));
            return Json.write(reply);
        } catch (Throwable error) { // also a failed assert, or a class that is not there
            return Json.write(Map.of("id", reply.get("id"), "error", error.toString()));
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // what your program prints is no reply
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                replies.print(answer(line) + "\n");
                replies.flush();
            }
        }
    }
}
