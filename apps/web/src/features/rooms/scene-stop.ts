import { type useComfort } from './comfort.ts'
import { chatPanel, type SceneChatTold } from './scene-chat-panel.ts'
import { comfortPanel } from './scene-comfort.ts'
import { lookPanel } from './scene-look.ts'
import { type SceneNow, type ScenePanel } from './scene-now.ts'
import { peoplePanel, personPanel, type WithPeople } from './scene-people.ts'
import { placePanel, sizePanel } from './scene-place.ts'
import { thingsPanel } from './scene-things.ts'
import { comparePanel, versionsPanel, workPanel } from './scene-work.ts'

/** What panels need beyond the room itself. */
export type Parts = {
  readonly people: WithPeople
  readonly chat: SceneChatTold | undefined
  readonly comfort: ReturnType<typeof useComfort>
  readonly menu: () => ScenePanel
  readonly pins: () => ScenePanel
  readonly thread: () => ScenePanel | undefined
  readonly told: () => ScenePanel
}

/** The panel at a stop of the way through the menu; where there is nothing any more, the menu. */
export function panelAt(stop: string, scene: SceneNow, parts: Parts): ScenePanel {
  const [first, second, third] = stop.split('/')
  if (first === 'work' && (scene.mayHost || second === undefined)) return workAt(second, scene)
  if (first === 'people') return peoplePanel(scene, parts.people)
  if (first === 'person') return personPanel(scene, parts.people, second ?? '', third === 'sure')
  if (first === 'pins') return parts.pins()
  if (first === 'pin') return parts.thread() ?? parts.pins()
  if (first === 'chat' && parts.chat) return chatPanel(scene, parts.chat)
  if (first === 'told') return parts.told()
  if (first === 'comfort') return comfortPanel(scene, parts.comfort)
  return parts.menu()
}

function workAt(which: string | undefined, scene: SceneNow): ScenePanel {
  if (which === 'versions') return versionsPanel(scene)
  if (which === 'compare') return comparePanel(scene)
  if (which === 'size') return sizePanel(scene)
  if (which === 'place') return placePanel(scene)
  if (which === 'look') return lookPanel(scene)
  if (which === 'things') return thingsPanel(scene)
  return workPanel(scene)
}
