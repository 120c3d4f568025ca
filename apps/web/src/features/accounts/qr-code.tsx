import { encode } from 'uqr'

/** Width and height on screen. */
const edgePixels = 200

/** Draws a text as a QR code, always dark on light, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((step) => step !== '')
    .join('')
  return (
    <svg width={edgePixels} height={edgePixels} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} rx={1} fill="#fff" />
      <path d={path} fill="#1c1a24" shapeRendering="crispEdges" />
    </svg>
  )
}
