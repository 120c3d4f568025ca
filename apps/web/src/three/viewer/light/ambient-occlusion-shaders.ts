/** A quad that fills the viewport. */
const vertexShader = 'void main() { gl_Position = vec4( position.xy, 0.0, 1.0 ); }'

/** Reads distances, in metres, from the depth that was drawn. */
const distanceAt = `
  uniform sampler2D distances;
  uniform vec4 viewport;
  uniform vec2 range;
  uniform float reach;
  float distanceAt( ivec2 pixel ) {
    ivec2 low = ivec2( viewport.xy );
    float depth = texelFetch( distances, clamp( pixel, low, low + ivec2( viewport.zw ) - 1 ), 0 ).r;
    return range.x * range.y / ( range.y - depth * ( range.y - range.x ) );
  }`

/**
 * Writes how open each second pixel in each direction is (1 in the open), and its distance. In each direction of the
 * screen, the surface that rises highest above the point's own plane covers a share of its sky. The directions turn in
 * blocks of four by four, which the other shader averages.
 */
export const occlusionShader = {
  vertexShader,
  fragmentShader: `
    ${distanceAt}
    uniform vec2 extent;
    const int directions = 5;
    const int steps = 5;
    const float maxPixels = 160.0;
    // About the steps of a curve made of triangles, and of rounding.
    const float bias = 0.06;
    vec3 positionAt( ivec2 pixel ) {
      float away = distanceAt( pixel );
      vec2 at = ( vec2( pixel ) + 0.5 - viewport.xy ) / viewport.zw * 2.0 - 1.0;
      return vec3( at * extent * away, - away );
    }
    vec3 nearerTo( vec3 back, vec3 ahead ) {
      return abs( back.z ) < abs( ahead.z ) ? back : ahead;
    }
    void main() {
      ivec2 pixel = ivec2( gl_FragCoord.xy ) * 2;
      vec3 here = positionAt( pixel );
      float away = - here.z;
      gl_FragColor = vec4( 1.0, away, 0.0, 1.0 );
      float pixels = min( reach / ( away * extent.y ) * viewport.w / 2.0, maxPixels );
      if ( away > range.y * 0.9999 || pixels < 2.0 ) return;
      vec3 across = nearerTo( here - positionAt( pixel - ivec2( 1, 0 ) ), positionAt( pixel + ivec2( 1, 0 ) ) - here );
      vec3 up = nearerTo( here - positionAt( pixel - ivec2( 0, 1 ) ), positionAt( pixel + ivec2( 0, 1 ) ) - here );
      vec3 normal = normalize( cross( across, up ) );
      ivec2 cell = ivec2( gl_FragCoord.xy ) & 3;
      float turn = float( ( cell.x + cell.y * 4 ) * 7 & 15 ) / 16.0;
      float start = float( ( cell.x * 4 + cell.y ) * 5 & 15 ) / 16.0;
      float covered = 0.0;
      for ( int direction = 0; direction < directions; direction ++ ) {
        float angle = ( float( direction ) + turn ) * 6.2831853 / float( directions );
        vec2 along = vec2( cos( angle ), sin( angle ) );
        float highest = 0.0;
        for ( int step = 0; step < steps; step ++ ) {
          float share = ( float( step ) + start + 0.25 ) / float( steps );
          ivec2 other = pixel + ivec2( round( along * max( share * share * pixels, 2.0 ) ) );
          vec3 toOther = positionAt( other ) - here;
          float squared = dot( toOther, toOther );
          float rise = ( dot( normal, toOther ) * inversesqrt( max( squared, 1e-20 ) ) - bias ) / ( 1.0 - bias );
          highest = max( highest, rise * ( 1.0 - min( squared / ( reach * reach ), 1.0 ) ) );
        }
        covered += highest;
      }
      gl_FragColor.r = 1.0 - covered / float( directions );
    }`,
}

/**
 * Multiplies the shade into the picture, where the surface that it belongs to is what is seen: what is drawn in front of
 * it keeps its light.
 */
export const shadeShader = {
  vertexShader,
  fragmentShader: `
    ${distanceAt}
    uniform sampler2D occlusion;
    uniform vec2 pictureRange;
    const float strength = 1.0;
    void main() {
      ivec2 pixel = ivec2( gl_FragCoord.xy );
      float away = distanceAt( pixel );
      float slope = fwidth( away );
      if ( away > range.y * 0.9999 ) discard;
      ivec2 first = pixel / 2 - 2 + ( pixel & 1 );
      ivec2 last = ( ivec2( viewport.xy + viewport.zw ) - 1 ) / 2;
      float sum = 0.0;
      float weights = 0.0;
      for ( int row = 0; row < 4; row ++ ) {
        for ( int column = 0; column < 4; column ++ ) {
          ivec2 texel = clamp( first + ivec2( column, row ), ivec2( viewport.xy ) / 2, last );
          vec2 open = texelFetch( occlusion, texel, 0 ).rg;
          float weight = max( 1e-4, 1.0 - abs( open.g - away ) / ( reach * 0.4 ) );
          sum += open.r * weight;
          weights += weight;
        }
      }
      float open = mix( 1.0, sum / weights, strength );
      // The picture is in the colours of the screen already.
      gl_FragColor = vec4( vec3( pow( open, 1.0 / 2.2 ) ), 1.0 );
      float front = max( away - slope - away * 2e-3, pictureRange.x );
      gl_FragDepth = pictureRange.y * ( front - pictureRange.x ) / ( front * ( pictureRange.y - pictureRange.x ) );
    }`,
}
