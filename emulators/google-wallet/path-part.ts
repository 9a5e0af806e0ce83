/** A part of a path, decoded; a damaged one stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
