// Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.

#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "json.hpp"

// What your program plays, and under which name. Of a game there is
// @fields hello
const std::string HELLO = R"({
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
})";

Json skip(const std::string& reason);

// The levels: each function takes a request and returns what belongs in the reply, all but the id, such as
// Json::object({{"winner", 2}}). What your program does not know it answers with skip("why"); whatever is thrown becomes an
// error. A signal (a failed assert, a bad pointer) ends the adapter: that is reported, and it is started again.
// request["game"].text(), request["players"].number(), request["cards"].texts() and the like read fields;
// request.has("trump") is false where one is left out or null, and then to read it is an error. Every request has
// @fields request

Json trick(const Json& request) {
    // @fields trick
    return skip("trick is not filled in");
}

Json score(const Json& request) {
    // @fields score
    return skip("score is not filled in");
}

Json deal(const Json& request) {
    // @fields deal
    return skip("deal is not filled in");
}

Json position(const Json& request) {
    // @fields position
    return skip("position is not filled in");
}

Json match(const Json& request) {
    // @fields match
    return skip("match is not filled in");
}

Json view(const Json& request) {
    // @fields view
    return skip("view is not filled in");
}

// All 64 bits of the seed are in request["seed"].number<std::uint64_t>().
Json shuffle(const Json& request) {
    // @fields shuffle
    return skip("shuffle is not filled in");
}

Json perft(const Json& request) {
    // @fields perft
    return skip("perft is not filled in");
}

// From here on all is done.

const std::map<std::string, std::function<Json(const Json&)>> LEVELS = {
    {"trick", trick}, {"score", score}, {"deal", deal},       {"position", position},
    {"match", match}, {"view", view},   {"shuffle", shuffle}, {"perft", perft},
};

// What is replied where the program does not do what it is asked.
Json skip(const std::string& reason) { return Json::object({{"skip", reason}}); }

// What belongs in the reply to a request, all but the id.
Json said(const Json& request) {
    const std::string& command = request["command"].text();
    if (command == "hello") return Json::read(HELLO);
    const auto level = LEVELS.find(command);
    return level == LEVELS.end() ? skip("no " + command + " here") : level->second(request);
}

// The reply to a line.
std::string answer(const std::string& line) {
    Json id = 0;
    try {
        const Json request = Json::read(line);
        id = request["id"].number();
        Json reply = said(request);
        reply["id"] = id;
        return reply.write();
    } catch (const std::exception& error) {
        return Json::object({{"id", id}, {"error", error.what()}}).write();
    } catch (...) {
        return Json::object({{"id", id}, {"error", "something was thrown that is no std::exception"}}).write();
    }
}

int main() {
    std::ostream replies(std::cout.rdbuf());
    std::cout.rdbuf(std::cerr.rdbuf());  // what your program prints is no reply
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) replies << answer(line) << '\n' << std::flush;
    }
}
