%% The Erlang side of PeerSuite: the driver, which measures other nodes, and the node that is
%% Erlang's own. It does what a line on standard input says, and answers with a line.
%% It is compiled from its forms alone: no macros.
-module(jets_peers).

-export([serve/0]).

serve() ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            [Function | Arguments] = string:lexemes(Line, " \n"),
            Result =
                try
                    do(list_to_atom(Function), [argument(Argument) || Argument <- Arguments])
                catch
                    Class:Reason ->
                        {Class, Reason}
                end,
            io:format("~0p~n", [Result]),
            serve()
    end.

argument([Digit | _] = Number) when Digit =< $9 ->
    list_to_integer(Number);
argument(Name) ->
    list_to_atom(Name).

%% What is being measured, said by the Java side in the report.
do(release, []) ->
    list_to_integer(erlang:system_info(otp_release));
%% Becomes a node that is measured: the process and the table that all such nodes have.
do(offer, [Keys]) ->
    Parent = self(),
    spawn_link(fun() ->
        ets:new(bench, [named_table, public]),
        ets:insert(bench, [{Key, Key * Key} || Key <- lists:seq(1, Keys)]),
        register(bench, self()),
        Parent ! offered,
        answer(0)
    end),
    receive offered -> 0 end;
%% Nanoseconds of all of these round trips.
do(ping_pong, [Node, Count]) ->
    nanoseconds(fun() -> ping({bench, Node}, Count) end);
%% Nanoseconds until the other node has received all of these messages.
do(send, [Node, Count]) ->
    nanoseconds(fun() ->
        send({bench, Node}, Count),
        {bench, Node} ! {count, self()},
        Count = await(counted)
    end);
%% Nanoseconds until all of these messages of the other node have come.
do(receive_items, [Node, Count]) ->
    nanoseconds(fun() ->
        {bench, Node} ! {send, self(), Count},
        receive_items(Count)
    end);
%% Nanoseconds until the other node has received a binary and said so.
do(send_binary, [Node, Bytes]) ->
    Binary = binary:copy(<<"0123456789abcdef">>, Bytes div 16),
    nanoseconds(fun() ->
        {bench, Node} ! {size, self(), Binary},
        Bytes = await(size)
    end);
%% Nanoseconds until a binary of the other node has come; it has been made before. What this process
%% still holds is the binary that it sent last: it is given back for the next measurement.
do(receive_binary, [Node, Bytes]) ->
    {bench, Node} ! {make, self(), Bytes},
    Bytes = await(made),
    Nanoseconds = nanoseconds(fun() ->
        {bench, Node} ! {binary, self()},
        Bytes = byte_size(await(binary))
    end),
    erlang:garbage_collect(),
    Nanoseconds;
%% Nanoseconds of so many lookups of so many processes all in all.
do(lookup, [Node, Processes, Count]) ->
    Each = Count div Processes,
    nanoseconds(fun() ->
        Workers = [
            spawn_monitor(fun() -> look_up(Node, Number, Each) end)
         || Number <- lists:seq(1, Processes)
        ],
        [
            receive
                {'DOWN', Monitor, process, Worker, normal} -> ok;
                {'DOWN', Monitor, process, Worker, Reason} -> exit(Reason)
            after 60000 -> exit(silence)
            end
         || {Worker, Monitor} <- Workers
        ]
    end).

%% In a process of its own, as such work is done in Erlang: one that has nothing but the work to
%% collect the garbage of.
nanoseconds(Work) ->
    {Worker, Monitor} = spawn_monitor(fun() ->
        Start = erlang:monotonic_time(nanosecond),
        Work(),
        exit({nanoseconds, erlang:monotonic_time(nanosecond) - Start})
    end),
    receive
        {'DOWN', Monitor, process, Worker, {nanoseconds, Nanoseconds}} -> Nanoseconds;
        {'DOWN', Monitor, process, Worker, Reason} -> exit(Reason)
    end.

await(Tag) ->
    receive
        {Tag, Value} -> Value
    after 60000 -> exit(silence)
    end.

ping(_, 0) ->
    ok;
ping(To, Left) ->
    To ! {ping, self(), Left},
    Left = await(pong),
    ping(To, Left - 1).

send(_, 0) ->
    ok;
send(To, Left) ->
    To ! {item, Left},
    send(To, Left - 1).

receive_items(0) ->
    ok;
receive_items(Left) ->
    Left = await(item),
    receive_items(Left - 1).

look_up(_, _, 0) ->
    ok;
look_up(Node, Number, Left) ->
    Key = 1 + (Number * 31 + Left) rem 1000,
    Square = Key * Key,
    [{Key, Square}] = erpc:call(Node, ets, lookup, [bench, Key]),
    look_up(Node, Number, Left - 1).

%% The process of the node that is measured; JetsPeer and JinterfacePeer have the same in Java.
answer(Items) ->
    receive
        {item, _} ->
            answer(Items + 1);
        {ping, From, Number} ->
            From ! {pong, Number},
            answer(Items);
        {count, From} ->
            From ! {counted, Items},
            answer(0);
        {send, From, Count} ->
            answer_items(From, Count),
            answer(Items);
        {size, From, Binary} ->
            From ! {size, byte_size(Binary)},
            erlang:garbage_collect(),
            answer(Items);
        {make, From, Bytes} ->
            put(binary, binary:copy(<<"0123456789abcdef">>, Bytes div 16)),
            From ! {made, Bytes},
            answer(Items);
        {binary, From} ->
            From ! {binary, get(binary)},
            answer(Items)
    end.

answer_items(_, 0) ->
    ok;
answer_items(To, Left) ->
    To ! {item, Left},
    answer_items(To, Left - 1).
