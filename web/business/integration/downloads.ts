/** Files that a CRM offers to the people who set it up, from the folder of its connector. */

const files = import.meta.glob<string>('../../../server/engines/crm/*/download/*', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** @returns name and address of each file of a system */
export const downloadsOf = (system: string): readonly { name: string; href: string }[] =>
  Object.entries(files).flatMap(([path, href]) => {
    const [name = '', , of] = path.split('/').toReversed()
    return of === system ? [{ name, href }] : []
  })
