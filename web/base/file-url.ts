/** Address of a picture of the cabinet; the file never changes under its id. */
export function fileUrl(cabinetId: number, fileId: string): string {
  return `/files/${cabinetId}/${fileId}.png`
}
