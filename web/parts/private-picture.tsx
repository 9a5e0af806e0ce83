/** A picture that only a signed-in user may fetch: it is read by a call and kept only in this tab. */
import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Bone } from './loading.tsx'
import type { Binary } from '../../contract/binary.ts'

type PrivatePictureProps = {
  /** Undefined while it loads. */
  picture: Binary | undefined
  isFailed: boolean
  alt: string
  /** Shown instead of a picture that cannot be loaded. */
  failedText: string
  className?: string | undefined
}

/** Small; a click opens it in full size in another tab. */
export function PrivatePicture({ picture, isFailed, alt, failedText, className }: PrivatePictureProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return undefined
    const made = URL.createObjectURL(new Blob([new Uint8Array(picture.bytes)], { type: picture.type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  if (isFailed)
    return (
      <Text className="k-small" c="dimmed">
        {failedText}
      </Text>
    )
  if (url === null) return <Bone h={120} w={200} mt="xs" />
  return (
    <a href={url} target="_blank" rel="noreferrer" style={{ display: 'inline-block' }}>
      <img
        src={url}
        alt={alt}
        className={className}
        style={{
          display: 'block',
          maxHeight: 200,
          maxWidth: '100%',
          marginTop: 8,
          borderRadius: 6,
          border: '1px solid var(--k-border)',
        }}
      />
    </a>
  )
}
