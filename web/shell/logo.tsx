/** The product's mark: two cards, one behind the other. */
export function Logo({ sizePx = 28 }: { sizePx?: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="#3D56D6" />
      <rect x="8" y="6" width="16" height="9" rx="2.5" fill="#A1B4FB" />
      <rect x="6" y="12" width="20" height="14" rx="3" fill="#fff" />
      <rect x="9.5" y="16" width="7" height="2.4" rx="1.2" fill="#3D56D6" />
      <rect x="9.5" y="20.5" width="11" height="2" rx="1" fill="#C3CFFE" />
    </svg>
  )
}
