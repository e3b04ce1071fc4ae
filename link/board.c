/* SPDX-License-Identifier: MIT */
#include "board.h"

/* Damaged lines have no sequence number that could be trusted; this one is never a request's. */
#define NO_SEQUENCE 0u

static void send_text(struct fk_link_board_side *side, uint32_t sequence, const char *text)
{
    side->answer_length = fk_link_frame(side->answer, FK_LINK_TO_HOST, sequence, text);
    if (side->answer_length == 0) {
        side->answer_length = fk_link_frame(side->answer, FK_LINK_TO_HOST, sequence,
                                            "error the answer does not fit into a line");
    }
    side->send(side->context, side->answer, side->answer_length);
}

/* An answer that is not kept: the stored one still belongs to the last request. */
static void send_unstored(struct fk_link_board_side *side, uint32_t sequence, const char *text)
{
    char line[FK_LINK_LINE_BYTES + 1];
    size_t length = fk_link_frame(line, FK_LINK_TO_HOST, sequence, text);
    side->send(side->context, line, length);
}

static bool is_hello(const char *text)
{
    static const char word[] = "hello";
    size_t at = 0;
    while (at < sizeof word - 1 && text[at] == word[at]) {
        at++;
    }
    return at == sizeof word - 1 && (text[at] == '\0' || text[at] == ' ');
}

static void execute(struct fk_link_board_side *side, uint32_t sequence, uint32_t crc, char *request)
{
    char text[FK_LINK_TEXT_BYTES + 1];
    struct fk_link_text answer;
    fk_link_text_start(&answer, text, sizeof text);
    side->sequence = sequence;
    side->request_crc = crc;
    side->answer_length = 0;
    side->execute(side->context, request, &answer);
    send_text(side, sequence, answer.full ? "error the answer is too long" : text);
}

static void take_request(struct fk_link_board_side *side, uint32_t sequence, char *text)
{
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    uint32_t crc = fk_link_crc32(text, length);

    if (side->in_session && sequence == side->sequence) {
        if (crc == side->request_crc) {
            side->send(side->context, side->answer, side->answer_length);
            return;
        }
        if (!is_hello(text)) {
            send_unstored(side, sequence, "error this sequence number was another request's");
            return;
        }
    }
    if (is_hello(text)) {
        /* A new conversation, unless it is a late copy of the hello that opened this one. */
        if (side->in_session && sequence == side->hello_sequence && sequence != side->sequence) {
            return;
        }
        side->in_session = true;
        side->hello_sequence = sequence;
        execute(side, sequence, crc, text);
        return;
    }
    if (!side->in_session) {
        send_unstored(side, sequence, "error say hello first: the board was reset");
        return;
    }
    /* A late copy of an earlier request: answered and executed before, so nothing is owed. */
    if ((int32_t)(sequence - side->sequence) < 0) {
        return;
    }
    execute(side, sequence, crc, text);
}

void fk_link_board_take(struct fk_link_board_side *side, uint8_t byte)
{
    enum fk_link_collect collected = fk_link_collect(&side->receiver, byte);
    if (collected == FK_LINK_COLLECTING) {
        return;
    }
    uint32_t sequence;
    unsigned version;
    char *text;
    enum fk_link_check check = FK_LINK_BROKEN;
    if (collected == FK_LINK_LINE) {
        check = fk_link_unframe(side->receiver.line, side->receiver.length, FK_LINK_TO_BOARD,
                                &sequence, &version, &text);
    }
    switch (check) {
    case FK_LINK_WHOLE:
        take_request(side, sequence, text);
        break;
    case FK_LINK_OTHER_VERSION:
        send_unstored(side, sequence, "error the board speaks another version of the protocol");
        break;
    case FK_LINK_BROKEN:
        send_unstored(side, NO_SEQUENCE, "again");
        break;
    case FK_LINK_OTHER_DIRECTION:
        break; /* an echo of an answer */
    }
    /* Bytes that came while the request was executed are lost; whatever is left starts afresh. */
    fk_link_receiver_clear(&side->receiver);
}

void fk_link_board_fault(struct fk_link_board_side *side, const char *text)
{
    send_text(side, side->in_session ? side->sequence : NO_SEQUENCE, text);
}
