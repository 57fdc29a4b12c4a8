import { Box, chakra, Flex, Input } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { LIMITS } from "#shared/limits.ts";

type SearchType = "artwork" | "users";

const TYPES: readonly { readonly type: SearchType; readonly label: string }[] = [
  { type: "artwork", label: "Artwork" },
  { type: "users", label: "Users" },
];

/** Goes to /search with the query and what to look for; an empty query goes nowhere. */
export function SearchBox() {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [type, setType] = useState<SearchType>("artwork");

  function submit(event: React.FormEvent) {
    event.preventDefault();
    const q = query.trim();
    if (q) void navigate(`/search?${new URLSearchParams({ q, t: type })}`);
  }

  return (
    <chakra.form role="search" onSubmit={submit} width="full" maxW="36rem">
      <Box position="relative">
        <Box
          position="absolute"
          insetStart="4"
          top="0"
          height="full"
          display="grid"
          placeItems="center"
          color="fg.subtle"
          zIndex="1"
          aria-hidden
        >
          <Search size={18} />
        </Box>
        <Input
          type="search"
          name="q"
          aria-label={`Search ${type}`}
          placeholder={`Search ${type}`}
          maxLength={LIMITS.searchQuery.max}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          borderRadius="full"
          borderColor="border"
          height="11"
          ps="11"
          pe="9.5rem"
        />
        <Flex
          position="absolute"
          insetEnd="1.5"
          top="1.5"
          bottom="1.5"
          gap="0.5"
          role="radiogroup"
          aria-label="Search for"
        >
          {TYPES.map((one) => (
            <chakra.label
              key={one.type}
              display="grid"
              placeItems="center"
              px="3"
              borderRadius="full"
              textStyle="xs"
              fontWeight="medium"
              cursor="button"
              color={type === one.type ? "fg" : "fg.muted"}
              bg={type === one.type ? "bg.emphasized" : "transparent"}
              css={{ "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "ochre.focusRing" } }}
            >
              <chakra.input
                type="radio"
                name="t"
                value={one.type}
                checked={type === one.type}
                onChange={() => setType(one.type)}
                srOnly
              />
              {one.label}
            </chakra.label>
          ))}
        </Flex>
      </Box>
    </chakra.form>
  );
}
