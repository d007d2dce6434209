import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and writes JSON as Map, List, String, Number, Boolean and null. Whole numbers are read, as there are no others here. */
final class Json {
    private static final int DEEPEST = 100;

    private final String text;
    private int at = 0;
    private int depth = 0;

    private Json(String text) {
        this.text = text;
    }

    /** The value that a text is; IllegalArgumentException where it is none. */
    static Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        if (reader.next() != '\0') {
            throw reader.wrong("nothing more");
        }
        return value;
    }

    /** The text of a value, in one line. */
    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                .map(field -> write(field.getKey().toString()) + ":" + write(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String words ? quoted(words) : String.valueOf(value);
    }

    private static String quoted(String words) {
        StringBuilder out = new StringBuilder("\"");
        for (char letter : words.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ' || letter > '~') {
                out.append(String.format("\\u%04x", (int) letter));
            } else {
                out.append(letter);
            }
        }
        return out.append('"').toString();
    }

    private Object value() {
        char first = next();
        if (first == '{' || first == '[') {
            if (++depth > DEEPEST) {
                throw wrong("at most " + DEEPEST + " brackets within each other");
            }
            Object value = first == '{' ? object() : list();
            depth--;
            return value;
        }
        if (first == '"') {
            return string();
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> number(word);
        };
    }

    private Number number(String word) {
        if (!word.matches("-?[0-9]+")) {
            throw wrong("a value");
        }
        BigInteger number = new BigInteger(word);
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        while (!taken('}')) {
            if (!fields.isEmpty()) {
                take(',');
            }
            next();
            String name = string();
            take(':');
            fields.put(name, value());
        }
        return fields;
    }

    private List<Object> list() {
        List<Object> values = new ArrayList<>();
        at++;
        while (!taken(']')) {
            if (!values.isEmpty()) {
                take(',');
            }
            values.add(value());
        }
        return values;
    }

    private String string() {
        take('"');
        StringBuilder out = new StringBuilder();
        for (char letter = letter(); letter != '"'; letter = letter()) {
            out.append(letter == '\\' ? escaped(letter()) : letter);
        }
        return out.toString();
    }

    private char escaped(char letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> (char) Integer.parseInt("" + letter() + letter() + letter() + letter(), 16);
            case '"', '\\', '/' -> letter;
            default -> throw wrong("an escape of JSON");
        };
    }

    private char letter() {
        if (at == text.length()) {
            throw wrong("the end of a string");
        }
        return text.charAt(at++);
    }

    private char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean taken(char expected) {
        boolean there = next() == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void take(char expected) {
        if (!taken(expected)) {
            throw wrong("'" + expected + "'");
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("no JSON: expected " + expected + " at place " + at);
    }
}
