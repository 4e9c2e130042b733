import { useEffect, useState } from "preact/hooks";
import type { Picture } from "../../api.js";
import { useClient } from "../client.js";

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
  const client = useClient();
  // Undefined: its address is not known yet.
  const [address, setAddress] = useState<string | null | undefined>(isKnown(url) ? url : undefined);
  useEffect(() => {
    if (isKnown(url)) setAddress(url);
    else void client.picture(url).then(setAddress, () => setAddress(null));
  }, [client, url]);
  return (
    <figure class="picture">
      {typeof address === "string" && (
        <img src={address} alt={words} loading="lazy" onError={() => setAddress(null)} />
      )}
      <figcaption>
        {words}
        {remoteUrl !== null && (
          <>
            : <code>{remoteUrl}</code>
          </>
        )}
        {address === null &&
          remoteUrl === null &&
          " (not shown: missing, or not a PNG, JPEG or WebP)"}
      </figcaption>
    </figure>
  );
}

/** Nowhere, or here. */
function isKnown(url: string | null): url is null | `data:${string}` {
  return url?.startsWith("data:") !== false;
}
