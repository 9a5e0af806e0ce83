/** Words by which a business sorts its clients. */
import { z } from 'zod'
import { call } from '../call.ts'
import { TAG_NAME_MAX, TAGS_MAX, TAGS_OF_CLIENT_MAX } from '../limits.ts'
import { Id, Nothing, RequiredText } from '../page.ts'

/** Files list the tags of a client with commas between them. */
export const TagName = RequiredText(TAG_NAME_MAX).refine((name) => !/[,;]/.test(name), { error: 'no_separator' })

export const Tag = z.object({
  id: Id,
  name: z.string(),
  /** How many clients have it, those in the archive too. */
  clients: z.int(),
})
export type Tag = z.infer<typeof Tag>

export const tags = {
  listTags: call('GET', '/applications/{c}/tags', {
    who: 'member',
    scope: 'clients:read',
    summary: 'List tags',
    description: 'Returns the tags of the business by name, each with the number of clients who have it.',
    reply: z.object({ tags: z.array(Tag) }),
  }),
  createTag: call('POST', '/applications/{c}/tags', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Create a tag',
    description:
      'Creates a tag that no client has yet. Names that differ only in capital letters are the same name. A business ' +
      `has at most ${TAGS_MAX} tags.`,
    body: z.object({ name: TagName }),
    status: 201,
    reply: Tag,
    errors: { tag_taken: 409, tag_limit: 409 },
  }),
  renameTag: call('PUT', '/applications/{c}/tags/{tagId}', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Rename a tag',
    description: 'Renames a tag; the clients who have it keep it.',
    body: z.object({ name: TagName }),
    reply: Tag,
    errors: { tag_not_found: 404, tag_taken: 409 },
  }),
  removeTag: call('DELETE', '/applications/{c}/tags/{tagId}', {
    who: 'member',
    right: 'delete',
    scope: 'clients:write',
    summary: 'Delete a tag',
    description: 'Deletes a tag and takes it off every client. Refused while a segment uses it.',
    reply: Nothing,
    errors: { tag_not_found: 404, tag_in_use: 409 },
  }),
  setClientTags: call('PUT', '/applications/{c}/clients/{id}/tags', {
    who: 'member',
    scope: 'clients:write',
    summary: "Set a client's tags",
    description:
      `Replaces the tags of one client, at most ${TAGS_OF_CLIENT_MAX}. A name that is not there yet becomes a new ` +
      'tag. The version of the client stays: an edit that is open meanwhile can be saved.',
    body: z.object({ tags: z.array(TagName).max(TAGS_OF_CLIENT_MAX) }),
    reply: z.object({ tags: z.array(z.string()) }),
    errors: { client_not_found: 404, tag_limit: 409 },
  }),
}
