/** Addresses for the pictures of a package, the sharpest of each. */
export type PictureUrls = { logo?: string; strip?: string; icon?: string }

export function pictureUrls(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): PictureUrls {
  const urls: PictureUrls = {}
  for (const slot of ['logo', 'strip', 'icon'] as const) {
    const data = ['@3x', '@2x', ''].map((scale) => files.get(`${slot}${scale}.png`)).find((file) => file !== undefined)
    if (data) urls[slot] = URL.createObjectURL(new Blob([data], { type: 'image/png' }))
  }
  return urls
}

/** Frees the memory behind addresses that are no longer drawn. */
export function dropPictures(urls: PictureUrls): void {
  for (const url of Object.values(urls)) URL.revokeObjectURL(url)
}
