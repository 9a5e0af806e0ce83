/** Where a file is dropped or chosen. */
import { Dropzone } from '@mantine/dropzone'
import { IconCertificate, IconUpload } from '@tabler/icons-react'
import classes from './certificates.module.css'

type DropProps = {
  label: string
  hint: string
  /** For the file dialog of the browser. */
  accept: string
  /** The chosen file, in words. */
  chosen?: string | null
  onTake: (file: File | undefined) => void
}

export function FileDrop({ label, hint, accept, chosen = null, onTake }: DropProps) {
  const Icon = chosen === null ? IconUpload : IconCertificate
  return (
    <Dropzone
      onDrop={(files) => onTake(files[0])}
      onReject={(rejected) => onTake(rejected[0]?.file)}
      maxFiles={1}
      multiple={false}
      className={classes.drop ?? ''}
      inputProps={{ 'aria-label': label, accept }}
    >
      <div className={classes.dropText}>
        <Icon size={28} stroke={1.5} aria-hidden="true" />
        <span className={classes.dropTitle}>{chosen ?? label}</span>
        <span className="k-small">{hint}</span>
      </div>
    </Dropzone>
  )
}
