import daylightArrive from './stills/daylight-arrive.avif'
import daylightPin from './stills/daylight-pin.avif'
import daylightRaise from './stills/daylight-raise.avif'
import daylightRelease from './stills/daylight-release.avif'
import duskArrive from './stills/dusk-arrive.avif'
import duskPin from './stills/dusk-pin.avif'
import duskRaise from './stills/dusk-raise.avif'
import duskRelease from './stills/dusk-release.avif'
import { type StoryBeat } from './story.ts'

/** Stills of the story in both themes, taken from the scene by `tools/front-door.ts`. */
export const stillUrls: Readonly<Record<'daylight' | 'dusk', Readonly<Record<StoryBeat, string>>>> = {
  daylight: { arrive: daylightArrive, pin: daylightPin, raise: daylightRaise, release: daylightRelease },
  dusk: { arrive: duskArrive, pin: duskPin, raise: duskRaise, release: duskRelease },
}
