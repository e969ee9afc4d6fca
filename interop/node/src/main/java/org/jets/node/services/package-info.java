/**
 * The services that a node offers from the start. These are the processes {@code net_kernel} and
 * {@code rex}, and the functions of {@code erpc} that other nodes spawn. Other nodes can also call
 * the modules {@code ets}, {@code jets}, {@code erlang}, {@code lists} and {@code net_adm}. Not
 * exported.
 *
 * <p>Read {@link org.jets.node.services.ErpcService} first, which handles most incoming calls.
 * {@link org.jets.node.services.ModuleTable} finds the function of a call, and {@link
 * org.jets.node.services.EtsService} serves tables.
 */
@NullMarked
package org.jets.node.services;

import org.jspecify.annotations.NullMarked;
