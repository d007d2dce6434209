/* A policy in C, without a library for JSON: it plays the first action that is legal.
 *
 *     cc -o first_legal examples/first_legal.c
 *     aceten arena zsiros/2 random ./first_legal
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65536 /* a request for six players has some 4,000 characters */

/* Return what stands behind a key, or NULL. No text in a request has quotes in it. */
static const char *after(const char *line, const char *key) {
    const char *found = strstr(line, key);
    return found == NULL ? NULL : found + strlen(key);
}

int main(void) {
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *id = after(line, "\"id\":"), *legal = after(line, "\"legal\":[\"");
        if (id == NULL) return 1;
        if (strstr(line, "\"command\":\"hello\"") != NULL)
            printf("{\"id\":%d,\"protocol\":1,\"program\":\"first legal\"}\n", atoi(id));
        else if (legal != NULL)
            printf("{\"id\":%d,\"action\":\"%.*s\"}\n", atoi(id), (int)strcspn(legal, "\""), legal);
        else
            printf("{\"id\":%d}\n", atoi(id));
        fflush(stdout);
    }
    return 0;
}
