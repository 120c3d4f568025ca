import { ALL_EXTENSIONS } from '@gltf-transform/extensions'

/** The glTF extensions that can be read; a file that requires another one cannot be shown as it is meant. */
export const known: ReadonlySet<string> = new Set(ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME))
