import { type useComfort } from '../controls/comfort-settings.ts'
import { chatPanel, type PanelChat } from './chat-panel.ts'
import { comfortPanel } from './comfort-panel.ts'
import { toolsPanel } from './version/tools-panel.ts'
import { type PanelContext, type ScenePanel } from './panel-context.ts'
import { type ConnectedUsers } from '../presence/use-connected-users.ts'
import { usersPanel, userPanel } from './user-panels.ts'
import { positionPanel, sizePanel } from './version/placement-panels.ts'
import { annotationsPanel } from './version/annotations-panel.ts'
import { comparePanel, variantPanel, versionListPanel, versionPanel } from './version/version-panels.ts'

/** Everything panels need besides the panel context. */
export type PanelSources = {
  readonly users: ConnectedUsers
  /** Undefined for users who are not in the project. */
  readonly chat: PanelChat | 'loading' | undefined
  readonly comfort: ReturnType<typeof useComfort>
  readonly menu: () => ScenePanel
  readonly pinList: () => ScenePanel
  readonly pinThread: () => ScenePanel | undefined
  readonly notifications: () => ScenePanel
}

/** Returns the panel at a path of the menu, or the menu if the path no longer exists. */
export function resolvePanel(path: string, context: PanelContext, sources: PanelSources): ScenePanel {
  const [first, second, third] = path.split('/')
  if (first === 'version' && (context.can('place') || second === undefined)) return resolveVersionPanel(second, context)
  if (first === 'users') return usersPanel(context, sources.users)
  if (first === 'user') return userPanel(context, sources.users, second ?? '', third === 'sure')
  if (first === 'pins') return sources.pinList()
  if (first === 'pin') return sources.pinThread() ?? sources.pinList()
  if (first === 'chat' && sources.chat) return chatPanel(context, sources.chat)
  if (first === 'notifications') return sources.notifications()
  if (first === 'comfort') return comfortPanel(context, sources.comfort)
  return sources.menu()
}

function resolveVersionPanel(name: string | undefined, context: PanelContext): ScenePanel {
  if (name === 'versions') return versionListPanel(context)
  if (name === 'variant') return variantPanel(context)
  if (name === 'compare') return comparePanel(context)
  if (name === 'size') return sizePanel(context)
  if (name === 'place') return positionPanel(context)
  if (name === 'look') return toolsPanel(context)
  if (name === 'annotations') return annotationsPanel(context)
  return versionPanel(context)
}
