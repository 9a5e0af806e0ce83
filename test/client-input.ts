import { type Client, ClientInput } from '../contract/people/clients.ts'

/** A client as it was read, as input of a save. */
export const inputOf = (client: Client): ClientInput => ({
  ...(Object.fromEntries(
    Object.keys(ClientInput.shape).map((name) => [name, client[name as keyof Client]]),
  ) as unknown as ClientInput),
  template: client.template.id,
})
