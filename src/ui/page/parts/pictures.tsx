import { useState } from "preact/hooks";
import type { Picture } from "../../api.js";

/** Pictures of an item. Those on the network are named and never loaded. */
export function Pictures({ pictures }: { readonly pictures: readonly Picture[] }) {
  return (
    <>
      {pictures.map((picture, index) => (
        <Shown key={index} picture={picture} />
      ))}
    </>
  );
}

function Shown({ picture: { words, url, remoteUrl } }: { readonly picture: Picture }) {
  const [isRefused, setRefused] = useState(false);
  const isThere = url !== null && !isRefused;
  return (
    <figure class="picture">
      {isThere && <img src={url} alt={words} loading="lazy" onError={() => setRefused(true)} />}
      <figcaption>
        {words}
        {remoteUrl !== null && (
          <>
            : <code>{remoteUrl}</code>
          </>
        )}
        {!isThere && remoteUrl === null && " (not shown: missing, or not a PNG, JPEG or WebP)"}
      </figcaption>
    </figure>
  );
}
