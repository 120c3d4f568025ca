import daylightSmall from '../../features/accounts/front-door/stills/daylight-arrive.avif'
import daylightLarge from '../../features/accounts/front-door/stills/daylight-poster.avif'
import duskSmall from '../../features/accounts/front-door/stills/dusk-arrive.avif'
import duskLarge from '../../features/accounts/front-door/stills/dusk-poster.avif'
import { resolveTheme, useTheme } from '../../lib/theme.ts'

/** The room's own veranda, as the front door shows it first: 720 and 1440 pixels wide. */
const stills = {
  daylight: `${daylightSmall} 720w, ${daylightLarge} 1440w`,
  dusk: `${duskSmall} 720w, ${duskLarge} 1440w`,
}

/** Shows the veranda as a picture, before the room's own code is loaded. */
export function VerandaStill() {
  return <img srcSet={stills[resolveTheme(useTheme())]} sizes="(max-width: 899.95px) 100vw, 1240px" alt="" />
}
