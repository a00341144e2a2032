CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  placed_at timestamptz NOT NULL DEFAULT now(),
  country text NOT NULL,
  amount double precision NOT NULL,
  first_order boolean NOT NULL,
  -- known when the parcel was, or was not, sent back
  returned boolean
);

-- the model and how far it has read, in one row: neither can be newer than the other
CREATE TABLE models (
  name text PRIMARY KEY,
  bytes bytea NOT NULL,
  last_id bigint NOT NULL,
  learned_at timestamptz NOT NULL DEFAULT now()
);
