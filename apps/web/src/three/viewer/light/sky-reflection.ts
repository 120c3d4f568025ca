import { ShaderChunk } from 'three'

const marker = '#define SKY_SHARE'

/**
 * Lets metals and coats reflect a sky light where there is no environment map: its two colours, with a horizon that is
 * as soft as the surface is rough. Metals have no colour but that of what they reflect, and are black without it. A
 * mirror sees the floor below a model in its shade, as dark as 0.3. All else stays as it is, so a grey card reads the same.
 */
const skyReflection = /* glsl */ `
#if NUM_HEMI_LIGHTS > 0 && defined( STANDARD ) && ! defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	${marker}( normal, roughness ) clamp( 0.5 + 0.5 * dot( reflect( - geometryViewDir, normal ), hemisphereLights[ 0 ].direction ) / max( roughness, 0.15 ), 0.0, 1.0 )
	#define MIRRORED_SKY( normal, roughness ) ( RECIPROCAL_PI * mix( hemisphereLights[ 0 ].groundColor * mix( 0.3, 1.0, roughness ), hemisphereLights[ 0 ].skyColor, SKY_SHARE( normal, roughness ) ) )
	radiance += material.metalness * MIRRORED_SKY( geometryNormal, material.roughness );
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += MIRRORED_SKY( geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif
`

/** Adds the reflection to the lighting of all materials that are compiled from then on. */
export function reflectSkyLights(): void {
  if (!ShaderChunk.lights_fragment_maps.includes(marker)) ShaderChunk.lights_fragment_maps += skyReflection
}
