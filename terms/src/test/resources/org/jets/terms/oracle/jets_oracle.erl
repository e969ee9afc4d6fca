%% The Erlang side of ErlangOracle: answers batches of questions that come in packets on standard input.
%%
%% Request: the operation's name (length:8, bytes), its option (length:32, a term in external format),
%%          and any number of items (length:32, bytes).
%% Reply:   for each item in turn a status (0: a result, 1: an error), length:32, bytes.
%% An error is an exception that the item raised, as UTF-8 text: "error:badarg".
-module(jets_oracle).

-export([serve/1, local_funs/0]).

serve(Port) ->
    receive
        {Port, {data, Packet}} ->
            port_command(Port, answers(Packet)),
            serve(Port);
        {Port, eof} ->
            halt(0)
    end.

answers(<<NameLength, Name:NameLength/binary, OptionLength:32, Option:OptionLength/binary, Items/binary>>) ->
    Answer = operation(Name, binary_to_term(Option)),
    [answer(Answer, Item) || <<Length:32, Item:Length/binary>> <= Items].

answer(Answer, Item) ->
    {Status, Result} =
        try
            {0, Answer(Item)}
        catch
            Class:Reason -> {1, text("~w:~0tp", [Class, Reason])}
        end,
    [<<Status, (iolist_size(Result)):32>>, Result].

%% The release: its number, as text.
operation(<<"release">>, _) ->
    fun(_) -> erlang:system_info(otp_release) end;
%% A list of terms: for each two of them, in the order (1,1), (1,2), ... (2,1), ..., three bytes:
%% the standard order and the exact order, each 0 (less), 1 (equal) or 2 (greater), and whether they are =:=.
operation(<<"compare">>, _) ->
    fun(Item) ->
        Terms = binary_to_term(Item),
        <<<<(standard(A, B)), (exact(A, B)), (yes(A =:= B))>> || A <- Terms, B <- Terms>>
    end;
%% A term: phash2 of it in each of the ranges that the option lists, 64 bits each.
operation(<<"phash2">>, Ranges) ->
    fun(Item) ->
        Term = binary_to_term(Item),
        <<<<(erlang:phash2(Term, Range)):64>> || Range <- Ranges>>
    end;
%% A term: its phash2 without a range, 32 bits.
operation(<<"phash2/1">>, _) ->
    fun(Item) -> <<(erlang:phash2(binary_to_term(Item))):32>> end;
%% A term: term_to_binary with the option.
operation(<<"encode">>, Options) ->
    fun(Item) -> term_to_binary(binary_to_term(Item), Options) end;
%% A list of the terms of local_funs/0: whether it is =:= to them.
operation(<<"is_local_funs">>, _) ->
    fun(Item) -> [yes(binary_to_term(Item) =:= local_funs())] end;
%% A term: io_lib:format with the option, a string such as "~tw", as UTF-8.
operation(<<"print">>, Format) ->
    fun(Item) -> text(Format, [binary_to_term(Item)]) end;
%% A text in UTF-8, without its final full stop: the term that it is, without evaluation.
operation(<<"parse">>, _) ->
    fun(Item) ->
        {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list([Item, " ."])),
        {ok, Term} = erl_parse:parse_term(Tokens),
        term_to_binary(Term)
    end;
%% A text in UTF-8: the list of terms that it holds, as file:consult/1 of a file reads them.
operation(<<"consult">>, _) ->
    fun(Item) -> term_to_binary(consult(erl_scan:tokens([], unicode:characters_to_list(Item), {1, 1}))) end;
%% A text in UTF-8, of expressions without the final full stop: the last one's value.
operation(<<"eval">>, _) ->
    fun(Item) ->
        {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list([Item, " ."])),
        {ok, Expressions} = erl_parse:parse_exprs(Tokens),
        {value, Value, _} = erl_eval:exprs(Expressions, erl_eval:new_bindings()),
        term_to_binary(Value)
    end;
%% {Module, Function, Arguments}: what the call returns. All calls are made by one process.
operation(<<"apply">>, _) ->
    fun(Item) ->
        {Module, Function, Arguments} = binary_to_term(Item),
        term_to_binary(apply(Module, Function, Arguments))
    end.

consult({more, Continuation}) ->
    consult(erl_scan:tokens(Continuation, eof, {1, 1}));
consult({done, {eof, _}, _}) ->
    [];
consult({done, {ok, Tokens, Location}, Rest}) ->
    {ok, Term} = erl_parse:parse_term(Tokens),
    [Term | consult(erl_scan:tokens([], Rest, Location))].

standard(A, B) when A < B -> 0;
standard(A, B) when A == B -> 1;
standard(_, _) -> 2.

%% As the only key of a map a term is compared by the order of keys.
exact(A, B) -> standard(#{A => x}, #{B => x}).

yes(true) -> 1;
yes(false) -> 0.

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).

%% Closures of this module, which differ in what they capture.
local_funs() ->
    [capture({}, 0.0), capture([a | b], 1), capture([a | b], 1.0), capture(self(), <<5:3>>)] ++
        [fun(X) -> X end, fun() -> ok end].

capture(A, B) ->
    fun(X) -> {A, B, X} end.
