%% The Erlang side of LiveNode: evaluates expressions for a Java program at the other end of a socket.
%%
%% A request is a term, {Id, Shell, Text, Bindings}: evaluate the expressions, in UTF-8 and without the final full stop,
%% in the shell of that number, or in a process of its own if that is 0; Bindings are variables and their values.
%% {close, Shell} ends a shell.
%% A reply is {Id, ok, Value} or {Id, error, Text}, and comes when the value is there: many are evaluated at a time.
-module(jets_live).

-export([serve/1]).

serve(Socket) ->
    %% Nothing that is evaluated must be able to end this process.
    process_flag(trap_exit, true),
    loop(Socket, #{}, #{}).

%% Shells are processes by number; Pending has the requests that each process has still to answer.
loop(Socket, Shells, Pending) ->
    receive
        {tcp, Socket, Packet} ->
            case binary_to_term(Packet) of
                {close, Shell} ->
                    case Shells of
                        #{Shell := Pid} -> exit(Pid, kill);
                        #{} -> ok
                    end,
                    loop(Socket, maps:remove(Shell, Shells), Pending);
                {Id, Shell, Text, Bindings} ->
                    {Pid, NewShells} = process(Shell, Shells),
                    Pid ! {jets_live, evaluate, self(), Id, Text, Bindings},
                    loop(Socket, NewShells, maps:update_with(Pid, fun(Ids) -> [Id | Ids] end, [Id], Pending))
            end;
        {tcp_closed, Socket} ->
            halt(0, [{flush, false}]);
        {jets_live, answer, Pid, Id, Answer} ->
            reply(Socket, Id, Answer),
            loop(Socket, Shells, maps:update_with(Pid, fun(Ids) -> lists:delete(Id, Ids) end, Pending));
        {'DOWN', _, process, Pid, Reason} ->
            Text = text("the process that evaluates has ended: ~0tp", [Reason]),
            {Ids, NewPending} = maps:take(Pid, Pending),
            lists:foreach(fun(Id) -> reply(Socket, Id, {error, Text}) end, lists:reverse(Ids)),
            loop(Socket, Shells, NewPending);
        _ ->
            loop(Socket, Shells, Pending)
    end.

reply(Socket, Id, {Status, Value}) ->
    ok = gen_tcp:send(Socket, term_to_binary({Id, Status, Value})).

process(0, Shells) ->
    {start(fun once/0), Shells};
process(Shell, Shells) ->
    case Shells of
        #{Shell := Pid} ->
            {Pid, Shells};
        #{} ->
            Pid = start(fun() -> shell(erl_eval:new_bindings()) end),
            {Pid, Shells#{Shell => Pid}}
    end.

start(Body) ->
    {Pid, _} = spawn_monitor(Body),
    Pid.

once() ->
    answer_next(erl_eval:new_bindings()).

shell(Bindings) ->
    shell(answer_next(Bindings)).

%% Returns the bindings after the evaluation.
answer_next(Bindings) ->
    receive
        {jets_live, evaluate, Server, Id, Text, More} ->
            {Answer, After} = answer(Text, maps:fold(fun erl_eval:add_binding/3, Bindings, More)),
            Server ! {jets_live, answer, self(), Id, Answer},
            After
    end.

answer(Text, Bindings) ->
    try evaluate(Text, Bindings) of
        {value, Value, After} -> {{ok, Value}, After}
    catch
        Class:Reason:Stack -> {{error, text("~w:~0tp~n~tp", [Class, Reason, Stack])}, Bindings}
    end.

evaluate(Text, Bindings) ->
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list([Text, " ."])),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    erl_eval:exprs(Expressions, Bindings).

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
