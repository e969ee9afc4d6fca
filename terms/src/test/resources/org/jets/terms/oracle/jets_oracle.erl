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
    end;
%% Steps of some processes that share tables: what each gives; see ets_steps/1.
operation(<<"ets">>, _) ->
    fun(Item) -> term_to_binary(ets_steps(binary_to_term(Item))) end.

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

%% Runs steps {Process, Place, Function, Arguments}, each in the process of that number. Where Place is a number, the
%% result is kept there: of {List, Continuation} the second, of {ok, Table} too.
%% In arguments {'$jets', place, N} and {'$jets', pid, N} stand for what is kept and for processes; in answers
%% {'$jets', ref, N} and {'$jets', pid, N} stand for references and processes, numbered as they come up.
%% Files are in a folder of the run's own. In arguments {'$jets', file, N} stands for the name of one, or for a name that
%% cannot be one's, see ets_file/2; in answers {'$jets', file, Rest} stands for a name that begins with the folder's.
%% An answer is {ok, Result} or {Class, Reason, {Module, Function, Arity}, Cause, Texts}.
ets_steps(Steps) ->
    Folder = "/tmp/jets_oracle_" ++ os:getpid(),
    ok = file:make_dir(Folder),
    ok = file:write_file(Folder ++ "/text", "text"),
    State = #{processes => #{}, places => #{}, numbers => #{}, folder => Folder},
    {Answers, #{processes := Processes}} = lists:mapfoldl(fun ets_step/2, State, Steps),
    lists:foreach(fun ets_end/1, maps:values(Processes)),
    ok = file:del_dir_r(Folder),
    Answers.

%% A folder; a file in none; a file below one that is no folder; one that holds no table.
ets_file(-1, Folder) -> Folder;
ets_file(-2, Folder) -> Folder ++ "/missing/file";
ets_file(-3, Folder) -> Folder ++ "/text/file";
ets_file(-4, Folder) -> Folder ++ "/text";
ets_file(N, Folder) -> Folder ++ "/" ++ integer_to_list(N).

ets_step({Process, _, '$end', []}, State0) ->
    {Pid, #{processes := Processes} = State} = ets_process(Process, State0),
    ets_end(Pid),
    {{ok, true}, State#{processes := maps:remove(Process, Processes)}};
ets_step({Process, Place, Function, Arguments0}, State0) ->
    {Pid, State1} = ets_process(Process, State0),
    {Arguments, State2} = ets_arguments(Arguments0, State1),
    Pid ! {call, self(), Function, Arguments},
    Answer = receive {Pid, Reply} -> Reply end,
    ets_named(ets_shown(Function, Arguments, Answer), ets_kept(Place, Answer, State2)).

ets_process(N, #{processes := Processes} = State) ->
    case Processes of
        #{N := Pid} ->
            {Pid, State};
        #{} ->
            Pid = spawn(fun ets_loop/0),
            {_, Known} = ets_named(Pid, State),
            {Pid, Known#{processes := Processes#{N => Pid}}}
    end.

ets_end(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

ets_loop() ->
    receive
        {call, From, Function, Arguments} ->
            %% With a whole time slice before it no call is interrupted; OTP 25 was seen to lose the access to a table
            %% after a select_delete of all its objects that was.
            erlang:yield(),
            From ! {self(), ets_call(Function, Arguments)},
            ets_loop()
    end.

ets_call('$mail', []) ->
    {ok, ets_mail()};
ets_call('$file', [Name]) ->
    {ok, file:read_file(Name)};
ets_call('$slots', [Table]) ->
    try {ok, ets_slots(Table, 0)} catch error:Reason -> {error, Reason} end;
ets_call('$chunks', [Function, Table, Spec, Limit]) ->
    try {ok, ets_chunks(ets:Function(Table, Spec, Limit))} catch error:Reason -> {error, Reason} end;
ets_call(Function, Arguments) ->
    try
        {ok, apply(ets, Function, Arguments)}
    catch
        Class:Reason:Stack ->
            {M, F, A, Location} = hd(Stack),
            case lists:keyfind(error_info, 1, Location) of
                {error_info, Info} ->
                    Texts = try erl_stdlib_errors:format_error(Reason, Stack) of Map -> maps:map(fun(_, Text) -> binary_to_atom(Text) end, Map) catch _:_ -> failed end,
                    {Class, Reason, {M, F, length(A)}, maps:get(cause, Info, none), Texts};
                false ->
                    {Class, Reason, none, none, #{}}
            end
    end.

ets_mail() ->
    receive {'ETS-TRANSFER', _, _, _} = Message -> [Message | ets_mail()] after 0 -> [] end.

ets_slots(Table, N) ->
    case ets:slot(Table, N) of
        '$end_of_table' -> [];
        Objects -> Objects ++ ets_slots(Table, N + 1)
    end.

ets_chunks('$end_of_table') -> [];
ets_chunks({Results, Continuation}) -> [Results | ets_chunks(ets:select(Continuation))].

%% What a continuation is made of is nobody's business, nor which other tables there are.
ets_shown(Function, _, {ok, {Results, Continuation}})
  when is_list(Results), (Function =:= match orelse Function =:= match_object orelse Function =:= select
                          orelse Function =:= select_reverse) ->
    {ok, {Results, case Continuation of '$end_of_table' -> Continuation; _ -> continuation end}};
ets_shown(repair_continuation, _, {ok, Continuation}) when is_tuple(Continuation) ->
    {ok, continuation};
ets_shown(all, [], {ok, Tables}) ->
    {all, Tables};
ets_shown(_, _, Answer) ->
    Answer.

ets_kept(none, _, State) -> State;
ets_kept(Place, {ok, {ok, Table}}, State) -> ets_keep(Place, Table, State);
ets_kept(Place, {ok, {Results, Continuation}}, State) when is_list(Results) -> ets_keep(Place, Continuation, State);
ets_kept(Place, {ok, Result}, State) -> ets_keep(Place, Result, State);
ets_kept(_, _, State) -> State.

ets_keep(Place, Term, #{places := Places} = State) -> State#{places := Places#{Place => Term}}.

ets_arguments({'$jets', place, N}, #{places := Places} = State) ->
    {maps:get(N, Places, nothing), State};
ets_arguments({'$jets', pid, N}, State) ->
    ets_process(N, State);
ets_arguments({'$jets', file, N}, #{folder := Folder} = State) ->
    {ets_file(N, Folder), State};
ets_arguments([Head0 | Tail0], State0) ->
    {Head, State1} = ets_arguments(Head0, State0),
    {Tail, State2} = ets_arguments(Tail0, State1),
    {[Head | Tail], State2};
ets_arguments(Tuple, State0) when is_tuple(Tuple) ->
    {Elements, State} = ets_arguments(tuple_to_list(Tuple), State0),
    {list_to_tuple(Elements), State};
ets_arguments(Term, State) ->
    {Term, State}.

ets_named({all, Tables}, #{numbers := Numbers} = State) ->
    {{ok, lists:sort([ets_number(T, Numbers) || T <- Tables, T =:= n1 orelse T =:= n2 orelse is_map_key(T, Numbers)])}, State};
ets_named(Id, #{numbers := Numbers} = State) when is_pid(Id); is_reference(Id) ->
    case Numbers of
        #{Id := _} -> {ets_number(Id, Numbers), State};
        #{} -> ets_named(Id, State#{numbers := Numbers#{Id => map_size(Numbers)}})
    end;
ets_named([Head0 | Tail0] = List, #{folder := Folder} = State0) ->
    case ets_after(Folder, List) of
        none ->
            {Head, State1} = ets_named(Head0, State0),
            {Tail, State2} = ets_named(Tail0, State1),
            {[Head | Tail], State2};
        Rest ->
            {{'$jets', file, Rest}, State0}
    end;
ets_named(Tuple, State0) when is_tuple(Tuple) ->
    {Elements, State} = ets_named(tuple_to_list(Tuple), State0),
    {list_to_tuple(Elements), State};
ets_named(Term, State) ->
    {Term, State}.

ets_after([C | Prefix], [C | List]) -> ets_after(Prefix, List);
ets_after([], Rest) -> Rest;
ets_after(_, _) -> none.

ets_number(Name, _) when is_atom(Name) -> Name;
ets_number(Pid, Numbers) when is_pid(Pid) -> {'$jets', pid, map_get(Pid, Numbers)};
ets_number(Reference, Numbers) -> {'$jets', ref, map_get(Reference, Numbers)}.
