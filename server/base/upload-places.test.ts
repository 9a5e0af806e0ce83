import { expect, test } from 'vitest'
import { Busy } from './crypto.ts'
import { openUploadPlaces } from './upload-places.ts'

test('of one network only so many files are under way, of all networks only so many more', async () => {
  const places = openUploadPlaces(2, 3)
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const slow = [places('a', () => promise), places('a', () => promise)]
  await expect(places('a', async () => 1)).rejects.toMatchObject({ code: 'too_many_requests' })
  const other = places('b', () => promise)
  await expect(places('c', async () => 1)).rejects.toBeInstanceOf(Busy)
  end()
  await Promise.all([...slow, other])
  expect(await places('a', async () => 1)).toBe(1)
})

test('a file that breaks off gives its place back', async () => {
  const places = openUploadPlaces(1, 1)
  await expect(places('a', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
  expect(await places('a', async () => 1)).toBe(1)
})
