/** The functions for blobs. */
export const blobs = `
create function {schema}.keep_blob(p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  update {schema}.blob set stored_at = clock_timestamp()
    where hash = p_hash and 'sha256-' || encode(sha256(bytes), 'hex') = p_hash;
  return found;
end $body$;

create function {schema}.put_blob(p_hash text, p_bytes bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  if 'sha256-' || encode(sha256(p_bytes), 'hex') <> p_hash then
    raise exception 'the blob has another hash' using errcode = 'check_violation';
  end if;
  insert into {schema}.blob values (p_hash, octet_length(p_bytes), clock_timestamp(), p_bytes)
    on conflict (hash) do update
      set size = excluded.size, stored_at = excluded.stored_at, bytes = excluded.bytes;
end $body$;

create function {schema}.collect_blobs(p_older_ms double precision, p_dry boolean)
returns table (gone text, gone_size bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  if p_dry then
    return query select b.hash, b.size from {schema}.blob b
      where b.stored_at < clock_timestamp() - p_older_ms * interval '1 millisecond'
        and not exists (select from {schema}.blob_ref r where r.hash = b.hash);
  else
    return query delete from {schema}.blob b
      where b.stored_at < clock_timestamp() - p_older_ms * interval '1 millisecond'
        and not exists (select from {schema}.blob_ref r where r.hash = b.hash)
      returning b.hash, b.size;
  end if;
end $body$;
`;
