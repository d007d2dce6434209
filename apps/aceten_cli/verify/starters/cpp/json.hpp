// Reads and writes JSON. A number is kept as it is written, so that none is too large.

#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

class Json {
public:
    using List = std::vector<Json>;
    using Object = std::map<std::string, Json>;

    Json() = default;  // null
    Json(std::nullptr_t) {}
    Json(const char* text) : kind_(Kind::text), text_(text) {}
    Json(std::string text) : kind_(Kind::text), text_(std::move(text)) {}
    Json(Object fields) : kind_(Kind::object), fields_(std::move(fields)) {}
    template <typename Number, std::enable_if_t<std::is_integral_v<Number>, bool> = true>
    Json(Number value) : kind_(Kind::word), text_(std::to_string(value)) {
        if constexpr (std::is_same_v<Number, bool>) text_ = value ? "true" : "false";
    }
    template <typename Item>
    Json(const std::vector<Item>& items) : kind_(Kind::list), items_(items.begin(), items.end()) {}

    static Json object(Object fields) { return Json(std::move(fields)); }
    static Json list(List items) { return Json(std::move(items)); }

    // The value that a text is; std::invalid_argument where it is none.
    static Json read(const std::string& text) {
        Reader reader{text};
        Json value = reader.value(0);
        if (reader.next() != '\0') throw reader.wrong("nothing more");
        return value;
    }

    bool has(const std::string& name) const { return fields_.count(name) && fields_.at(name).kind_ != Kind::null; }

    const Json& operator[](const std::string& name) const {
        if (!has(name)) throw std::invalid_argument(name + " is left out or null");
        return fields_.at(name);
    }

    Json& operator[](const std::string& name) {
        kind_ = Kind::object;
        return fields_[name];
    }

    const Object& fields() const { return expected(Kind::object, "an object").fields_; }
    const List& items() const { return expected(Kind::list, "a list").items_; }
    const std::string& text() const { return expected(Kind::text, "a string").text_; }
    bool truth() const { return expected(Kind::word, "true or false").text_ == "true"; }
    // A whole number that fits into the type: request["seed"].number<std::uint64_t>().
    template <typename Number = std::int64_t>
    Number number() const {
        Number value = 0;
        const char* end = text_.data() + text_.size();
        if (kind_ != Kind::word || std::from_chars(text_.data(), end, value).ptr != end)
            throw std::invalid_argument("expected a number that fits, not " + write().substr(0, 80));
        return value;
    }

    std::vector<std::string> texts() const {
        std::vector<std::string> all;
        for (const Json& item : items()) all.push_back(item.text());
        return all;
    }

    std::vector<std::int64_t> numbers() const {
        std::vector<std::int64_t> all;
        for (const Json& item : items()) all.push_back(item.number());
        return all;
    }

    // The text of a value, in one line.
    std::string write() const {
        switch (kind_) {
            case Kind::null: return "null";
            case Kind::word: return text_;
            case Kind::text: return quoted(text_);
            case Kind::list: {
                std::string out;
                for (const Json& item : items_) out += (out.empty() ? "" : ",") + item.write();
                return "[" + out + "]";
            }
            case Kind::object: break;
        }
        std::string out;
        for (const auto& [name, value] : fields_) out += (out.empty() ? "" : ",") + quoted(name) + ":" + value.write();
        return "{" + out + "}";
    }

private:
    enum class Kind { null, word, text, list, object };

    struct Reader {
        const std::string& text_;
        std::size_t at_ = 0;

        Json value(int depth) {
            if (depth > 100) throw wrong("at most 100 brackets within each other");
            switch (next()) {
                case '{': return object(depth);
                case '[': return list(depth);
                case '"': return Json(string());
                default: return word();
            }
        }

        Json word() {
            const std::size_t start = at_;
            while (at_ < text_.size() && std::string(" \t\r\n,]}").find(text_[at_]) == std::string::npos) at_++;
            Json value;
            value.text_ = text_.substr(start, at_ - start);
            if (value.text_ == "null") return Json();
            const std::string digits = value.text_.substr(value.text_[0] == '-');
            const bool number = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
            if (!number && value.text_ != "true" && value.text_ != "false") throw wrong("a value");
            value.kind_ = Kind::word;
            return value;
        }

        Json object(int depth) {
            Object fields;
            at_++;
            while (!taken('}')) {
                if (!fields.empty()) take(',');
                std::string name = string();
                take(':');
                fields[std::move(name)] = value(depth + 1);
            }
            return Json(std::move(fields));
        }

        Json list(int depth) {
            List items;
            at_++;
            while (!taken(']')) {
                if (!items.empty()) take(',');
                items.push_back(value(depth + 1));
            }
            return Json(std::move(items));
        }

        std::string string() {
            take('"');
            std::string out;
            for (char letter = this->letter(); letter != '"'; letter = this->letter()) {
                if (letter == '\\')
                    out += escaped(this->letter());
                else
                    out += letter;
            }
            return out;
        }

        std::string escaped(char letter) {
            const std::string from = "ntrbf\"\\/", to = "\n\t\r\b\f\"\\/";
            if (from.find(letter) != std::string::npos) return {to[from.find(letter)]};
            if (letter != 'u') throw wrong("an escape of JSON");
            std::uint32_t code = hexadecimal();
            if (code >= 0xD800 && code < 0xDC00 && text_.compare(at_, 2, "\\u") == 0) {
                at_ += 2;
                code = 0x10000 + ((code - 0xD800) << 10) + (hexadecimal() - 0xDC00);
            }
            if (code < 0x80) return {byte(code)};
            if ((code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) throw wrong("a letter of Unicode");
            std::string out;
            if (code < 0x800) {
                out = {byte(0xC0 | code >> 6)};
            } else if (code < 0x10000) {
                out = {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F))};
            } else {
                out = {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), byte(0x80 | (code >> 6 & 0x3F))};
            }
            return out + byte(0x80 | (code & 0x3F));
        }

        static char byte(std::uint32_t bits) { return static_cast<char>(bits); }

        std::uint32_t hexadecimal() {
            const std::string digits = text_.substr(at_, 4);
            if (digits.size() < 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
                throw wrong("four hexadecimal digits");
            at_ += 4;
            return static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16));
        }

        char letter() {
            if (at_ == text_.size()) throw wrong("the end of a string");
            return text_[at_++];
        }

        char next() {
            while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos) at_++;
            return at_ < text_.size() ? text_[at_] : '\0';
        }

        bool taken(char expected) {
            const bool there = next() == expected;
            at_ += there;
            return there;
        }

        void take(char expected) {
            if (!taken(expected)) throw wrong(std::string("'") + expected + "'");
        }

        std::invalid_argument wrong(const std::string& expected) const {
            return std::invalid_argument("no JSON: expected " + expected + " at place " + std::to_string(at_));
        }
    };

    const Json& expected(Kind kind, const char* what) const {
        if (kind_ != kind) throw std::invalid_argument(std::string("expected ") + what + ", not " + write().substr(0, 80));
        return *this;
    }

    static std::string quoted(const std::string& text) {
        static const char digits[] = "0123456789abcdef";
        std::string out = "\"";
        for (const unsigned char letter : text) {
            if (letter == '"' || letter == '\\') out += '\\';
            if (letter < ' ')
                out += std::string("\\u00") + digits[letter >> 4] + digits[letter & 15];
            else
                out += static_cast<char>(letter);
        }
        return out + "\"";
    }

    Kind kind_ = Kind::null;
    std::string text_;
    List items_;
    Object fields_;
};
