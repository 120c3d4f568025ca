import sharp from 'sharp'
import { drawBoxes } from './isometric.ts'
import { subjects, type SubjectName } from './subjects.ts'

export type DemoImageSpec = { readonly subject: SubjectName; readonly hue: number; readonly variant: number }

/** Draws a scene of boxes under an evening sky: 1200 × 900 pixels as SVG text. */
export function demoImageSvg({ subject, hue, variant }: DemoImageSpec): string {
  // All images share the same dusk, a little bluer or redder.
  const dusk = 222 + (hue % 360) / 4
  const sky = `hsl(${dusk} 38% 17%)`
  const glow = `hsl(${(hue % 60) + 8} 62% 66%)`
  const floor = `hsl(${dusk} 30% 20%)`
  const boxes = drawBoxes(subjects[subject](hue, variant))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
<defs>
<radialGradient id="sky" cx="50%" cy="18%" r="95%"><stop offset="0" stop-color="${glow}"/><stop offset=".38" stop-color="hsl(${dusk} 34% 40%)"/><stop offset="1" stop-color="${sky}"/></radialGradient>
<radialGradient id="floor" cx="50%" cy="45%" r="55%"><stop offset="0" stop-color="${floor}" stop-opacity=".9"/><stop offset="1" stop-color="${floor}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="1200" height="900" fill="url(#sky)"/>
<ellipse cx="600" cy="690" rx="520" ry="190" fill="url(#floor)"/>
<g transform="translate(600 ${subject === 'tower' ? 640 : 600}) scale(${subject === 'stage' || subject === 'garden' || subject === 'workshop' ? 19 : 24})">${boxes}</g>
</svg>`
}

/** Renders the same scene as PNG bytes, as a user would upload it. */
export function demoImagePng(spec: DemoImageSpec): Promise<Buffer> {
  return sharp(Buffer.from(demoImageSvg(spec)))
    .png({ compressionLevel: 6 })
    .toBuffer()
}
